import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonArray, JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { append, compact, equalJson, stringifyJson } from '../../src/base/json/write-json.js'
import { type Context, inform } from '../../src/base/model/context.js'
import { stableHash } from '../../src/base/model/ids.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import { failedFinish, finishOf, isGoodEnd, isTornOutcome, outcomeOf } from '../../src/base/model/outcome.js'
import type { Finish, ModelResponse, Outcome, Part, ProviderError } from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import {
  decodeProviderError,
  errorMember,
  failedAnswer,
  isFailed,
  unchangedBody,
} from '../../src/codec/shape/failed-answer.js'
import { absentFields, type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import {
  type FinishTable,
  finishWord,
  NEAREST,
  decodeFinish as readFinish,
} from '../../src/codec/shape/finish-table.js'
import { decodeUsage, encodeUsage, type UsageTable, writeUsage } from '../../src/codec/shape/usage-table.js'
import { encodeAssistant } from './assistant.js'
import { encodeForeignError, errors } from './family.js'
import { ItemReader } from './items.js'
import { standingOf } from './maps.js'

/** A response without its message. The last event of a stream also contains these fields. */
export type ResponseTail = Omit<ModelResponse, 'message'>

const FIELDS: Fields = { id: 'string', model: 'string', output: 'array', usage: 'object', error: 'object' }
const ERROR_FIELDS: Fields = { error: 'any' }

export function decodeResponse(response: JsonObject, context: Context): ModelResponse {
  if (response.output === undefined && isAnyError(response)) return decodeErrorBody(response, context)
  const isBare = response.output === undefined && response.object === 'response'
  const output = isBare ? [] : expectArray(response.output, '/output')
  const parts = decodeOutput(output, response, context)
  const { model } = response
  const origin = compact({ wire: context.wire, model: stringOr(model, undefined) })
  return Object.assign(
    { message: { role: 'assistant' as const, parts, origin } },
    decodeTail(response, parts, context),
  )
}

function decodeOutput(output: JsonArray, { id, status }: JsonObject, context: Context): Part[] {
  const reader = new ItemReader(context, standingOf(status), stringOr(id, ''))
  const parts: Part[] = []
  for (const [index, item] of output.entries()) {
    const path = at('/output', index)
    append(parts, reader.parts(expectObject(item, path), path))
  }
  return parts
}

/**
 * Decodes the members of an answer after its content.
 * @param parts the parts of the message. The finish reason depends on whether a call waits for the client.
 */
export function decodeTail(response: JsonObject, parts: readonly Part[], context: Context): ResponseTail {
  const usage = isObject(response.usage) ? response.usage : undefined
  const error = isObject(response.error) ? decodeProviderError(response.error) : undefined
  return compact({
    finish: decodeFinish(response, parts, context),
    id: stringOr(response.id, undefined),
    model: stringOr(response.model, undefined),
    usage: usage && decodeUsage(usage, USAGE),
    error,
    providerMetadata: metadataFor(response, FIELDS, context, {
      usage,
      absent: absentFields(response, FIELDS, ['output']),
    }),
  })
}

/**
 * Decodes the body of a refused request: `{error: {message, type, param, code}}`, or any other body of a
 * gateway.
 */
export function decodeErrorBody(body: JsonObject, context: Context): ModelResponse {
  const error = errorMember(body)
  if (error === undefined)
    return failedAnswer(decodeProviderError(body), context, wireMetadata(context, { form: 'body' }))
  return failedAnswer(
    decodeProviderError(error),
    context,
    metadataFor(body, ERROR_FIELDS, context, { form: 'error' }),
  )
}

/**
 * `ResponseStatus`, and the reason of an incomplete response. If a row has several values, the first one is
 * written. After a `steered` response, the server creates another response.
 * https://platform.openai.com/docs/api-reference/responses/object
 */
export const FINISH: FinishTable = [
  ['complete', 'completed'],
  ['length', 'max_output_tokens max_messages'],
  ['filtered', 'content_filter'],
  ['failed', 'failed cancelled'],
  ['paused', 'max_output_tokens steered'],
  ['pending', 'in_progress queued'],
]
/** Outcomes for which a response is `incomplete`. */
const INCOMPLETE: readonly Outcome[] = ['length', 'filtered', 'paused']
/** Error codes of turns that a policy stopped. `ResponseError` of openai 7.59. */
const POLICIES = [
  'bio_policy',
  'misalignment_policy_violation',
  'invalid_prompt',
  'image_content_policy_violation',
]

/** Decodes the finish. `raw` is the status, or the reason of an incomplete response. */
function decodeFinish(response: JsonObject, parts: readonly Part[], context: Context): Finish {
  const status = stringOr(response.status, undefined)
  const details = objectOr(response.incomplete_details, undefined)
  const raw = status === 'incomplete' ? stringOr(details?.reason, status) : status
  const finish = readFinish(
    raw,
    parts.some((part) => waitsForClient(part, context)),
    FINISH,
    'complete',
  )
  if (status === 'failed') return failureFinish(finish, objectOr(response.error, undefined))
  const refusal = isGoodEnd(outcomeOf(finish)) ? refusalIn(parts, context) : undefined
  return refusal === undefined
    ? finish
    : compact({ ...finishOf('refused', raw), message: refusal || undefined })
}

/**
 * Returns the finish of a failed response. A policy's explanation is more detailed than the error message.
 */
function failureFinish(finish: Finish, error: JsonObject | undefined): Finish {
  const explanation = stringOr(objectOr(error?.misalignment, undefined)?.detailed_explanation, undefined)
  const isPolicy = POLICIES.includes(stringOr(error?.code, ''))
  if (!isPolicy) return finish
  return compact({
    ...finishOf('filtered', finish.raw, 'error'),
    message: explanation ?? stringOr(error?.message, undefined),
  })
}

/** Returns the text of a refusal, or undefined if the answer has no refusal. */
function refusalIn(parts: readonly Part[], context: Context): string | undefined {
  const texts = parts.filter((part) => part.type === 'text' && metadataOf(part, context)?.type === 'refusal')
  if (texts.length === 0) return undefined
  return texts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

function waitsForClient(part: Part, context: Context): boolean {
  if (part.type !== 'tool-call') return false
  return !part.providerExecuted || metadataOf(part, context)?.type === 'mcp_approval_request'
}

const USAGE: UsageTable = {
  rows: {
    input_tokens: 'inputTokens',
    input_tokens_details: { cache_write_tokens: 'cacheWriteTokens', cached_tokens: 'cachedInputTokens' },
    output_tokens: 'outputTokens',
    output_tokens_details: { reasoning_tokens: 'reasoningTokens' },
    total_tokens: 'totalTokens',
  },
  sums: true,
  always: ['inputTokens', 'outputTokens', 'cachedInputTokens', 'cacheWriteTokens', 'reasoningTokens'],
}

/**
 * Returns the usage of an answer with unknown usage. Clients read the usage of every finished answer, and
 * some repeat the request endlessly if it is missing.
 */
export function unknownUsage(context: Context): JsonObject {
  const message = 'the answer has no token usage; this wire requires it, so zeros are written'
  inform('usage-unknown', message, { ...context, path: '/usage' })
  return writeUsage({}, USAGE)
}

/** Returns the usage of an answer that has none. A failed answer has no usage. */
function freshUsage(finish: Finish, context: Context): JsonValue {
  return outcomeOf(finish) === 'failed' ? null : unknownUsage(context)
}

function encode(response: ModelResponse, context: Context): JsonObject {
  const own = metadataOf(response, context)
  const kept = own?.form === 'body' && response.error && unchangedBody(response.error)
  if (kept) return kept
  // A failed turn has a status. A refused request has no status.
  const isRefusal = own === undefined && isFailed(response) && response.id === undefined
  if (own?.form === 'error' || own?.form === 'body' || isRefusal)
    return withExtras({ error: encodeError(response.error) }, own)
  return encodeWhole(response, context)
}

/**
 * Encodes the response object, also for an answer that contains only an error, so that a stream has an end.
 */
export function encodeWhole(response: ModelResponse, context: Context): JsonObject {
  const own = metadataOf(response, context)
  const id = response.id ?? (own === undefined ? `resp_${stableHash(stringifyJson(response))}` : undefined)
  const output = encodeAssistant(response.message, id ?? '', { ...context, path: '/message' })
  const finish = own === undefined && response.error ? failedFinish(response.finish) : response.finish
  const ended = encodeFinish(finish, response.message.parts, own?.extra, context)
  const usage = response.usage && encodeUsage(response, USAGE, context)
  return withExtras(
    {
      ...(own === undefined ? freshFields(stringOr(ended.status, ''), context) : {}),
      id,
      model: response.model,
      output: output.length === 0 ? undefined : output,
      ...ended,
      usage: usage ?? (own === undefined ? freshUsage(finish, context) : undefined),
      ...(response.error === undefined ? {} : { error: failure(encodeError(response.error), own) }),
    },
    own,
    { output: [] },
  )
}

/** Encodes the error in a response, which has a code and a message. The body of a refusal has more fields. */
function failure(error: JsonValue, own: OwnMetadata | undefined): JsonValue {
  if (own !== undefined || !isObject(error)) return error
  const { message = '', code, type } = error
  return { code: code ?? type ?? 'server_error', message }
}

function encodeError(error: ProviderError | undefined): JsonValue {
  if (error === undefined) return { message: '' }
  if (
    error.raw !== undefined &&
    error.raw !== null &&
    equalJson({ ...decodeProviderError(error.raw) }, { ...error })
  )
    return error.raw
  if (errors.some((row) => row[2] === error.code)) return encodeForeignError(error)
  return compact({ message: error.message, type: error.code, code: error.code })
}

/** Returns the fields of every response object. Only a server knows the time of another provider's answer. */
export function freshFields(status: string, { answerFields }: Context): JsonObject {
  return {
    object: 'response',
    created_at: 0,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: null,
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    ...answerFields?.(status),
  }
}

/** Encodes status and reason unchanged, unless the canonical finish has changed. */
function encodeFinish(
  finish: Finish,
  parts: readonly Part[],
  extra: JsonValue | undefined,
  context: Context,
): JsonMembers {
  const outcome = outcomeOf(finish)
  if (isObject(extra)) {
    const was = decodeFinish(extra, parts, context)
    const isGood = isGoodEnd(outcomeOf(was)) && isGoodEnd(outcome)
    const isSame = outcomeOf(was) === outcome || isGood || isTornOutcome(outcomeOf(was), outcome, parts)
    if (was.raw === finish.raw && isSame) return {}
  }
  const near = [outcome, ...NEAREST[outcome]].find((one) => FINISH.some(([row]) => row === one)) ?? 'complete'
  const word = finishWord(near, FINISH)
  return INCOMPLETE.includes(near)
    ? { status: 'incomplete', incomplete_details: { reason: word } }
    : { status: word }
}

export const response: ResponseCodec = { decode: decodeResponse, encode }
