import { compact } from '../../base/json/write-json.js'
import {
  GEN_AI,
  GEN_AI_OPERATIONS,
  SETTING_ATTRIBUTES,
  USAGE_ATTRIBUTES,
} from '../../base/model/gen-ai-names.js'
import { failureOf, outcomeOf } from '../../base/model/outcome.js'
import type { Finish, Outcome, ProviderError, Usage } from '../../base/model/types.js'
import { definitionsText, messagesText } from './message-text.js'
import type { ModelCall, ModelCallEnd, ModelRequest, TracedAnswer } from './model-call.js'
import type { OpenTelemetryOptions, TraceAttributes } from './telemetry-types.js'

/** The name of the instrumentation scope, of tracers and meters. */
export const SCOPE = 'toolwire'
/** The default maximum of characters of each recorded text. */
export const MAX_CONTENT_CHARACTERS = 10_000
/** The value of the conventions for an error without a category. */
export const OTHER_ERROR = '_OTHER'

/** Returns the name of the span of a model call. */
export function modelSpanName({ request }: ModelCall, response?: TracedAnswer): string {
  return `${GEN_AI_OPERATIONS.model} ${request?.model ?? response?.model ?? ''}`.trim()
}

/** Returns the attributes that are known before the answer. */
export function requestAttributes(call: ModelCall, options: OpenTelemetryOptions = {}): TraceAttributes {
  const { wire, provider = wire, url, conversationId, request } = call
  return compact({
    [GEN_AI.operation]: GEN_AI_OPERATIONS.model,
    [GEN_AI.provider]: provider,
    [GEN_AI.conversationId]: conversationId,
    ...serverAttributes(url),
    ...(request && settingAttributes(request)),
    ...(options.recordContent && request && contentAttributes(request, options)),
  })
}

function settingAttributes(request: ModelRequest): TraceAttributes {
  const given: Readonly<Record<string, unknown>> = { ...request }
  const attributes: TraceAttributes = {}
  for (const [setting, name] of Object.entries(SETTING_ATTRIBUTES)) {
    const value = attributeOf(given[setting])
    if (value !== undefined) attributes[name] = value
  }
  const { outputFormat } = request
  if (outputFormat !== undefined) attributes[GEN_AI.outputType] = isText(outputFormat) ? 'text' : 'json'
  return attributes
}

/** Returns the value of an attribute. `stream: false` has none: without it, the answer is not streamed. */
function attributeOf(value: unknown): TraceAttributes[string] | undefined {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value === 'string' || typeof value === 'number' || value === true) return value
  return undefined
}

function isText(outputFormat: object): boolean {
  return 'type' in outputFormat && outputFormat.type === 'text'
}

/** Returns the address of a server, without credentials, path and query. */
function serverAttributes(url: string | undefined): TraceAttributes {
  if (url === undefined || !URL.canParse(url)) return {}
  const { hostname, port, protocol } = new URL(url)
  const standard = protocol === 'http:' ? 80 : 443
  return { 'server.address': hostname, 'server.port': port === '' ? standard : Number(port) }
}

function contentAttributes(request: ModelRequest, options: OpenTelemetryOptions): TraceAttributes {
  const { maxContentCharacters = MAX_CONTENT_CHARACTERS } = options
  const { messages, tools } = request
  return compact({
    [GEN_AI.inputMessages]: messagesText(messages, maxContentCharacters),
    [GEN_AI.toolDefinitions]: tools && definitionsText(tools, maxContentCharacters),
  })
}

/** Returns the attributes of an answer. */
export function responseAttributes(
  { response, error, isAborted, firstEventMilliseconds: first }: ModelCallEnd,
  options: OpenTelemetryOptions = {},
): TraceAttributes {
  return compact({
    ...(response && answerAttributes(response, options)),
    [GEN_AI.timeToFirstChunk]: first === undefined ? undefined : first / 1000,
    'error.type': errorTypeOf({ response, error, isAborted }),
  })
}

function answerAttributes(response: TracedAnswer, options: OpenTelemetryOptions): TraceAttributes {
  const { id, model, finish, usage, message } = response
  const { recordContent, maxContentCharacters = MAX_CONTENT_CHARACTERS } = options
  return compact({
    [GEN_AI.responseId]: id,
    [GEN_AI.responseModel]: model,
    [GEN_AI.finishReasons]: finish && [finishWord(finish)],
    ...(usage && usageAttributes(usage)),
    [GEN_AI.outputMessages]: recordContent ? messagesText([message], maxContentCharacters) : undefined,
  })
}

/** Returns the attributes of token counts. */
export function usageAttributes(usage: Usage): TraceAttributes {
  return compact({
    [USAGE_ATTRIBUTES.inputTokens]: usage.inputTokens,
    [USAGE_ATTRIBUTES.outputTokens]: usage.outputTokens,
    [USAGE_ATTRIBUTES.cachedInputTokens]: usage.cachedInputTokens,
    [USAGE_ATTRIBUTES.cacheWriteTokens]: usage.cacheWriteTokens,
    [USAGE_ATTRIBUTES.reasoningTokens]: usage.reasoningTokens,
  })
}

/** The words of the conventions, the same for all providers. Other outcomes have the provider's word. */
const FINISH_WORDS: Partial<Readonly<Record<Outcome, string>>> = {
  complete: 'stop',
  'tool-calls': 'tool_call',
  length: 'length',
  'context-full': 'length',
  filtered: 'content_filter',
  refused: 'content_filter',
  failed: 'error',
  interrupted: 'error',
}

function finishWord(finish: Finish): string {
  const outcome = outcomeOf(finish)
  return FINISH_WORDS[outcome] ?? finish.raw ?? outcome
}

/** Returns the provider's code of the error, its status, or the name of the thrown error. Never its message. */
function errorTypeOf({ response, error, isAborted }: ModelCallEnd): string | undefined {
  if (isAborted) return 'aborted'
  const failure = failureIn(response)
  if (failure !== undefined) return failure.code ?? failure.status?.toString() ?? OTHER_ERROR
  if (error === undefined) return undefined
  return error instanceof Error ? error.name : OTHER_ERROR
}

/** Returns the message of the error, which may quote the conversation. */
export function errorTextOf({ response, error }: ModelCallEnd): string | undefined {
  return failureIn(response)?.message ?? (error instanceof Error ? error.message : undefined)
}

function failureIn(response: TracedAnswer | undefined): ProviderError | undefined {
  const { finish, error } = response ?? {}
  return finish === undefined ? error : failureOf(compact({ finish, error }))
}
