import type { JsonObject } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import {
  GEN_AI,
  GEN_AI_OPERATIONS,
  SETTING_ATTRIBUTES,
  USAGE_ATTRIBUTES,
} from '../../src/base/model/gen-ai-names.js'
import { wireMetadata } from '../../src/base/model/metadata.js'
import { failedFinish } from '../../src/base/model/outcome.js'
import type { Message, ModelResponse, ProviderError, Usage } from '../../src/base/model/types.js'
import { decodeFinish, type FinishTable } from '../../src/codec/shape/finish-table.js'
import { decodeUsage, type UsageTable } from '../../src/codec/shape/usage-table.js'
import { decodeMessages } from './messages.js'
import { expectSpan } from './request.js'
import { reasonsOf, toldBy } from './sources.js'
import type { Span } from './span.js'

export const response = { decode: decodeResponse }

/** Finish reasons of the conventions, of the providers, and of the AI SDK. All of them are in use. */
const FINISH: FinishTable = [
  ['complete', 'stop end_turn stop_sequence STOP'],
  ['tool-calls', 'tool_call tool_calls tool-calls tool_use function_call'],
  ['length', 'length max_tokens MAX_TOKENS'],
  ['context-full', 'length model_context_window_exceeded model_length'],
  ['refused', 'content_filter refusal'],
  ['filtered', 'content_filter content-filter SAFETY'],
  ['failed', 'error'],
  ['paused', 'pause_turn'],
]

/** Decodes the output side of a span: the answer of a model, or the call for which a tool ran. */
export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  const span = expectSpan(native)
  const { output = [], cut } = toldBy(span, context)
  const [first, ...others] = output
  const decoded =
    first === undefined
      ? []
      : decodeMessages(
          [{ ...first, role: 'assistant' }],
          { ...context, path: '/output' },
          cut.includes('output'),
        )
  const error = errorOf(span)
  const model = textOf(span, MODELS)
  const message: Message = {
    role: 'assistant',
    parts: [],
    ...decoded[0],
    origin: compact({ wire: context.wire, model }),
  }
  const reason = stringOr(first?.finish_reason, '') || stringOr(reasonsOf(span)[0], undefined)
  const finish = decodeFinish(reason, message.parts.some(isCallToAnswer), FINISH)
  return compact({
    message,
    finish: error === undefined ? finish : failedFinish(finish),
    id: textOf(span, IDS),
    model,
    usage: usageOf(span),
    error,
    providerMetadata: wireMetadata(context, {
      span: span.name === '' ? undefined : span.name,
      alternatives: others.length === 0 ? undefined : others,
    }),
  })
}

const IDS = [GEN_AI.responseId, 'ai.response.id']
const MODELS = [
  GEN_AI.responseModel,
  'ai.response.model',
  SETTING_ATTRIBUTES.model,
  'llm.model_name',
  'ai.model.id',
  'langfuse.observation.model.name',
]

function textOf({ attributes }: Span, names: readonly string[]): string | undefined {
  return names.map((name) => stringOr(attributes[name], '')).find((text) => text !== '')
}

/** Attributes with token counts. */
const USAGE: UsageTable = {
  rows: {
    [USAGE_ATTRIBUTES.inputTokens]: 'inputTokens',
    'llm.token_count.prompt': 'inputTokens',
    'ai.usage.inputTokens': 'inputTokens',
    'ai.usage.promptTokens': 'inputTokens',
    'gen_ai.usage.prompt_tokens': 'inputTokens',
    [USAGE_ATTRIBUTES.outputTokens]: 'outputTokens',
    'llm.token_count.completion': 'outputTokens',
    'ai.usage.outputTokens': 'outputTokens',
    'ai.usage.completionTokens': 'outputTokens',
    'gen_ai.usage.completion_tokens': 'outputTokens',
    'gen_ai.usage.total_tokens': 'totalTokens',
    'llm.token_count.total': 'totalTokens',
    'ai.usage.totalTokens': 'totalTokens',
    'llm.usage.total_tokens': 'totalTokens',
    [USAGE_ATTRIBUTES.cachedInputTokens]: 'cachedInputTokens',
    'llm.token_count.prompt_details.cache_read': 'cachedInputTokens',
    'ai.usage.cachedInputTokens': 'cachedInputTokens',
    [USAGE_ATTRIBUTES.cacheWriteTokens]: 'cacheWriteTokens',
    'gen_ai.usage.cache_creation.input_tokens': 'cacheWriteTokens',
    'llm.token_count.prompt_details.cache_write': 'cacheWriteTokens',
    [USAGE_ATTRIBUTES.reasoningTokens]: 'reasoningTokens',
    'llm.token_count.completion_details.reasoning': 'reasoningTokens',
    'ai.usage.reasoningTokens': 'reasoningTokens',
  },
}

function usageOf({ attributes }: Span): Usage | undefined {
  const usage = decodeUsage(attributes, USAGE)
  return Object.keys(usage).length === 0 ? undefined : usage
}

/** Returns the error of a span, except for a tool, whose error is in its result. */
function errorOf({ attributes, failure }: Span): ProviderError | undefined {
  const isTool =
    attributes[GEN_AI.operation] === GEN_AI_OPERATIONS.tool || attributes['ai.toolCall.name'] !== undefined
  const code = stringOr(attributes['error.type'], undefined)
  if (isTool || (failure === undefined && code === undefined)) return undefined
  return compact({ message: failure ?? 'the operation failed', code })
}
