import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { append, compact, equalJson, stringifyJson } from '../../src/base/json/write-json.js'
import { type Context, inform } from '../../src/base/model/context.js'
import { stableHash } from '../../src/base/model/ids.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import { failedFinish, isGoodEnd, outcomeOf } from '../../src/base/model/outcome.js'
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
import { dropAnswerHead } from '../../src/codec/shape/losses.js'
import { decodeUsage, encodeUsage, type UsageTable } from '../../src/codec/shape/usage-table.js'
import { content } from './content.js'
import { type AnswerForms, encodeAssistant, ItemReader, type ResponseTail, standingOf } from './family.js'

const FIELDS: Fields = { id: 'string', output: 'array', usage: 'object' }
const ERROR_EVENT: Fields = { type: 'any', error: 'any' }

/** Decodes a complete answer: the object in `response.done`. */
export function decodeResponse(response: JsonObject, context: Context): ModelResponse {
  if (response.output === undefined && isAnyError(response)) return decodeErrorEvent(response, context)
  const reader = new ItemReader(context, standingOf(response.status), stringOr(response.id, ''), content)
  const parts: Part[] = []
  for (const [index, item] of expectArray(response.output, '/output').entries()) {
    const path = at('/output', index)
    append(parts, reader.parts(expectObject(item, path), path))
  }
  const message = { role: 'assistant' as const, parts, origin: { wire: context.wire } }
  return Object.assign({ message }, tail(response, parts, context))
}

/** Decodes the error event of a session, sent for a rejected request. */
function decodeErrorEvent(event: JsonObject, context: Context): ModelResponse {
  const error = errorMember(event)
  if (error === undefined)
    return failedAnswer(decodeProviderError(event), context, wireMetadata(context, { form: 'body' }))
  const kept = metadataFor(event, ERROR_EVENT, context, { form: event.type === 'error' ? 'event' : 'error' })
  return failedAnswer(decodeProviderError(error), context, kept)
}

function tail(response: JsonObject, parts: readonly Part[], context: Context): ResponseTail {
  const usage = isObject(response.usage) ? response.usage : undefined
  return compact({
    finish: decodeFinish(response, parts, context),
    id: stringOr(response.id, undefined),
    usage: usage && decodeUsage(usage, USAGE),
    error: failure(response),
    providerMetadata: metadataFor(response, FIELDS, context, {
      usage,
      absent: absentFields(response, FIELDS, ['output']),
    }),
  })
}

function failure({ status, status_details: details }: JsonObject): ProviderError | undefined {
  const error = objectOr(details, undefined)?.error
  return isObject(error) && status === 'failed' ? decodeProviderError(error) : undefined
}

/** Answer forms for the stream decoder. */
export const forms: AnswerForms = { content, tail, failure }

/**
 * The finish reasons: the status of a response, or the reason for the status.
 * https://platform.openai.com/docs/api-reference/realtime-server-events/response/done
 */
const FINISH: FinishTable = [
  ['complete', 'completed'],
  ['length', 'max_output_tokens'],
  ['filtered', 'content_filter'],
  ['failed', 'failed'],
  ['interrupted', 'cancelled turn_detected client_cancelled'],
  ['pending', 'in_progress'],
  // A response without a reason.
  ['unknown', 'incomplete'],
]
const INCOMPLETE: readonly Outcome[] = ['length', 'filtered', 'unknown']

/** Decodes the finish. `raw` is the status or the reason for the status. */
function decodeFinish(response: JsonObject, parts: readonly Part[], context: Context): Finish {
  const status = stringOr(response.status, undefined)
  const details = objectOr(response.status_details, undefined)
  const hasReason = status !== 'completed' && status !== 'failed'
  const raw = hasReason ? stringOr(details?.reason, status) : status
  return readFinish(
    raw,
    parts.some((part) => waitsForClient(part, context)),
    FINISH,
    'complete',
  )
}

function waitsForClient(part: Part, context: Context): boolean {
  if (part.type !== 'tool-call') return false
  return !part.providerExecuted || metadataOf(part, context)?.type === 'mcp_approval_request'
}

const USAGE: UsageTable = {
  rows: {
    input_tokens: 'inputTokens',
    input_token_details: { cached_tokens: 'cachedInputTokens' },
    output_tokens: 'outputTokens',
    total_tokens: 'totalTokens',
  },
  sums: true,
  always: ['inputTokens', 'outputTokens', 'cachedInputTokens'],
}

function encode(response: ModelResponse, context: Context): JsonObject {
  const own = metadataOf(response, context)
  if (response.model !== undefined) dropAnswerHead({ model: response.model }, context)
  const kept = own?.form === 'body' && response.error && unchangedBody(response.error)
  if (kept) return kept
  const isAlone =
    own?.form === 'body' ||
    own?.form === 'event' ||
    own?.form === 'error' ||
    (own === undefined && isFailed(response))
  if (!isAlone) return encodeWhole(response, context)
  const type = own?.form === 'error' ? undefined : 'error'
  const fresh = own === undefined ? { event_id: `event_${stableHash(stringifyJson(response))}` } : {}
  return withExtras({ ...fresh, type, error: encodeError(response.error) }, own)
}

/**
 * Encodes the response object, also for an answer that is only an error, because the object ends the turn.
 */
export function encodeWhole(response: ModelResponse, context: Context): JsonObject {
  const own = metadataOf(response, context)
  const id = response.id ?? (own === undefined ? `resp_${stableHash(stringifyJson(response))}` : undefined)
  const output = encodeAssistant(response.message, id ?? '', { ...context, path: '/message' }, content)
  const finish = own === undefined && response.error ? failedFinish(response.finish) : response.finish
  return withExtras(
    {
      ...(own === undefined && freshResponse(id ?? '')),
      id,
      output: output.length === 0 ? undefined : output,
      usage: response.usage && encodeUsage(response, USAGE, context),
      ...encodeFinish({ ...response, finish }, own?.extra, context),
    },
    own,
    { output: [] },
  )
}

/** Returns the fields that every response object has. */
export function freshResponse(id: string): JsonObject {
  return {
    object: 'realtime.response',
    id,
    status_details: null,
    conversation_id: `conv_${stableHash(id)}`,
    output_modalities: ['text'],
    max_output_tokens: 'inf',
    usage: null,
    metadata: null,
  }
}

/** Encodes the error of an error event: `{type, code, message, param, event_id}`. */
export function encodeError(error: ProviderError | undefined): JsonObject {
  const { message = '', code, raw } = error ?? {}
  if (isObject(raw) && error !== undefined && equalJson({ ...decodeProviderError(raw) }, { ...error }))
    return raw
  return { type: code ?? 'server_error', code: code ?? null, message, param: null, event_id: null }
}

/** Restores the original status and reason, unless the canonical finish was changed. */
function encodeFinish(
  { finish, message, error }: ModelResponse,
  extra: JsonValue | undefined,
  context: Context,
): JsonMembers {
  const outcome = outcomeOf(finish)
  if (isObject(extra)) {
    const was = decodeFinish(extra, message.parts, context)
    const isSame = outcomeOf(was) === outcome || (isGoodEnd(outcomeOf(was)) && isGoodEnd(outcome))
    if (was.raw === finish.raw && isSame && sameError(failure(extra), error)) return {}
  }
  const near = [outcome, ...NEAREST[outcome]].find((one) => FINISH.some(([row]) => row === one)) ?? 'complete'
  if (near === 'failed') {
    const details = compact({ type: 'failed', error: error && encodeError(error) })
    return { status: 'failed', status_details: details }
  }
  if (INCOMPLETE.includes(near)) {
    const reason = near === 'unknown' ? undefined : finishWord(near, FINISH)
    return { status: 'incomplete', status_details: compact({ type: 'incomplete', reason }) }
  }
  const status = finishWord(near, FINISH)
  return near === 'interrupted'
    ? { status, status_details: compact({ type: status, reason: cancelWord(finish) }) }
    : { status }
}

const CANCELLED = ['turn_detected', 'client_cancelled']

function cancelWord({ raw }: Finish): string | undefined {
  return CANCELLED.find((word) => word === raw)
}

function sameError(one: ProviderError | undefined, other: ProviderError | undefined): boolean {
  return one?.message === other?.message && one?.code === other?.code
}

/** Reports an error event that did not end the answer. */
export function reportBeside(error: JsonObject, context: Context): void {
  const message = `the server reported an error that did not end the answer: ${stringOr(error.message, '')}`
  inform('error-beside-answer', message, context)
}

export const response: ResponseCodec = { decode: decodeResponse, encode }
