import type { JsonObject } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
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

const IDS = ['gen_ai.response.id', 'ai.response.id']
const MODELS = [
  'gen_ai.response.model',
  'ai.response.model',
  'gen_ai.request.model',
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
    'gen_ai.usage.input_tokens': 'inputTokens',
    'llm.token_count.prompt': 'inputTokens',
    'ai.usage.inputTokens': 'inputTokens',
    'ai.usage.promptTokens': 'inputTokens',
    'gen_ai.usage.prompt_tokens': 'inputTokens',
    'gen_ai.usage.output_tokens': 'outputTokens',
    'llm.token_count.completion': 'outputTokens',
    'ai.usage.outputTokens': 'outputTokens',
    'ai.usage.completionTokens': 'outputTokens',
    'gen_ai.usage.completion_tokens': 'outputTokens',
    'gen_ai.usage.total_tokens': 'totalTokens',
    'llm.token_count.total': 'totalTokens',
    'ai.usage.totalTokens': 'totalTokens',
    'llm.usage.total_tokens': 'totalTokens',
    'gen_ai.usage.cache_read.input_tokens': 'cachedInputTokens',
    'llm.token_count.prompt_details.cache_read': 'cachedInputTokens',
    'ai.usage.cachedInputTokens': 'cachedInputTokens',
    'gen_ai.usage.cache_write.input_tokens': 'cacheWriteTokens',
    'gen_ai.usage.cache_creation.input_tokens': 'cacheWriteTokens',
    'llm.token_count.prompt_details.cache_write': 'cacheWriteTokens',
    'gen_ai.usage.reasoning.output_tokens': 'reasoningTokens',
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
    attributes['gen_ai.operation.name'] === 'execute_tool' || attributes['ai.toolCall.name'] !== undefined
  const code = stringOr(attributes['error.type'], undefined)
  if (isTool || (failure === undefined && code === undefined)) return undefined
  return compact({ message: failure ?? 'the operation failed', code })
}
