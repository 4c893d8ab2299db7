import { isAnyError } from '../../src/base/http/error-words.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  arrayOr,
  asJson,
  at,
  expectObject,
  isArray,
  isObject,
  objectOr,
  stringOr,
} from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata, withMore } from '../../src/base/model/metadata.js'
import { finishOf, isGoodEnd, outcomeOf } from '../../src/base/model/outcome.js'
import type { Finish, Message, ModelResponse, Part, ProviderError } from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import {
  decodeProviderError,
  errorMember,
  failedAnswer,
  isFailed,
  NO_WORDS,
  unchangedBody,
} from '../../src/codec/shape/failed-answer.js'
import { extraFields, type Fields, metadataFor, wasAbsent } from '../../src/codec/shape/fields.js'
import { finishWord, decodeFinish as readFinish } from '../../src/codec/shape/finish-table.js'
import { dropError } from '../../src/codec/shape/losses.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { enumType, enumValue, enumWord } from './enums.js'
import { decodeBody, encodeBody } from './envelope.js'
import { CallIds } from './ids.js'
import { errors, FINISH, USAGE } from './maps.js'
import { decodePart, encodeParts } from './parts.js'
import { camelize, RESPONSE, snakify } from './spelling.js'

const TOP: Fields = {
  candidates: 'array',
  usageMetadata: 'object',
  modelVersion: 'string',
  responseId: 'string',
}
const CANDIDATE: Fields = { content: 'object' }
const CONTENT: Fields = { role: 'string', parts: 'array' }
/** Fields by which a response is recognized. */
const MARKS = ['candidates', 'promptFeedback', 'usageMetadata', 'modelVersion', 'responseId']

/** Unwraps the body `{response: …}` of the old SDK's result and of some gateways. */
export function unwrap(native: JsonObject): JsonObject {
  const { candidates, response: inner } = native
  return candidates === undefined && isObject(inner) && inner.response === undefined ? inner : native
}

export const response: ResponseCodec = { decode: decodeResponse, encode }

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  const body = unwrap(native)
  if (body !== native) {
    const wrapper = extraFields(native, { response: 'object' }) ?? {}
    return withMore(decodeResponse(body, context), { wrapper }, context)
  }
  const error = errorMember(native)
  if (error !== undefined)
    return failedAnswer(
      decodeError(error),
      context,
      wireMetadata(context, { extra: extraFields(native, { error: 'any' }) }),
    )
  if (native.candidates === undefined && isAnyError(native))
    return failedAnswer(decodeError(native), context, wireMetadata(context, { form: 'body' }))
  const { value, snake } = camelize(native, RESPONSE)
  if (!MARKS.some((field) => value[field] !== undefined))
    throw new AdapterError('wrong-type', '', 'not a generateContent response: it has no candidates')
  return decodeResponseBody(value, context, snake)
}

/**
 * Decodes a complete answer.
 * @param body a response with camelCase keys.
 */
export function decodeResponseBody(
  body: JsonObject,
  context: Context,
  snake?: readonly string[],
): ModelResponse {
  const candidates = arrayOr(body.candidates, [])
  const candidate = candidates[0]
  const id = stringOr(body.responseId, undefined)
  const model = stringOr(body.modelVersion, undefined)
  const message = decodeCandidate(candidate, model, new CallIds(id, true), context)
  const usage = isObject(body.usageMetadata) ? decodeUsage(body.usageMetadata, USAGE) : undefined
  return compact({
    message,
    finish: decodeFinish(candidate, body.promptFeedback, message.parts),
    id,
    model,
    usage,
    providerMetadata: metadataFor(body, TOP, context, {
      candidate: isObject(candidate)
        ? decodeBody(candidate, { ...CANDIDATE, finishReason: enumType(candidate.finishReason) }, [
            'content',
            'finishReason',
          ])
        : undefined,
      alternatives: candidates.length > 1 ? candidates.slice(1) : undefined,
      form: candidate === undefined ? (isArray(body.candidates) ? 'empty' : 'none') : undefined,
      usage: isObject(body.usageMetadata) ? body.usageMetadata : undefined,
      snake,
    }),
  })
}

function decodeCandidate(
  candidate: JsonValue | undefined,
  model: string | undefined,
  ids: CallIds,
  context: Context,
): Message {
  const path = '/candidates/0/content'
  const native = candidate === undefined ? {} : expectObject(candidate, '/candidates/0')
  const content = objectOr(native.content, undefined)
  const parts = content !== undefined && isArray(content.parts) ? content.parts : []
  const role = stringOr(content?.role, undefined)
  return compact({
    role: 'assistant' as const,
    parts: parts.map((part, index) =>
      decodePart(part, ids, { ...context, path: at(`${path}/parts`, index) }),
    ),
    origin: compact({ wire: context.wire, model }),
    providerMetadata: wireMetadata(context, {
      role: role === 'model' ? undefined : role,
      body: content && decodeBody(content, CONTENT, ['role', 'parts']),
    }),
  })
}

/** Decodes the finish. A blocked prompt has no candidate; `promptFeedback` contains the reason. */
function decodeFinish(
  candidate: JsonValue | undefined,
  feedback: JsonValue | undefined,
  parts: readonly Part[],
): Finish {
  const blocked = isObject(feedback) ? enumWord(feedback.blockReason) : undefined
  if (candidate === undefined && blocked !== undefined)
    return compact({ ...finishOf('filtered', blocked), message: wordsIn(feedback, 'blockReasonMessage') })
  const raw = isObject(candidate) ? enumWord(candidate.finishReason) : undefined
  const finish = readFinish(raw, parts.some(isCallToAnswer), FINISH)
  return isGoodEnd(outcomeOf(finish))
    ? finish
    : compact({ ...finish, message: wordsIn(candidate, 'finishMessage') })
}

function wordsIn(native: JsonValue | undefined, field: string): string | undefined {
  return isObject(native) ? stringOr(native[field], '') || undefined : undefined
}

/** `{code, message, status}`, https://cloud.google.com/apis/design/errors */
export const ERROR_CODES = ['status', 'code']

export function decodeError(raw: JsonValue): ProviderError {
  return decodeProviderError(raw, ERROR_CODES)
}

function encode(value: ModelResponse, context: Context): JsonObject {
  const metadata = metadataOf(value, context)
  const isOwn = value.message.origin?.wire === context.wire
  const kept = metadata?.form === 'body' && value.error && unchangedBody(value.error, ERROR_CODES)
  if (kept) return kept
  const body = isFailed(value)
    ? encodeBody({ error: encodeError(value.error, isOwn) }, metadata)
    : encodeResponseBody(value, context)
  return isObject(metadata?.wrapper) ? { ...metadata.wrapper, response: body } : body
}

function encodeError(error: ProviderError, isOwn: boolean): JsonValue {
  const { raw } = error
  if (isOwn && raw !== undefined && equalJson(asJson(decodeError(raw)), asJson(error))) return raw
  return freshError(error)
}

/**
 * Builds an error that every client recognizes, since Google's SDK ignores an error whose `code` is not an
 * HTTP status.
 */
export function freshError({ message, code }: ProviderError): JsonObject {
  return compact({ code: httpCode(code), message: message || NO_WORDS, status: code })
}

/** Encodes an error inside a stream. An error of this wire is unchanged if the SDK recognizes it. */
export function encodeStreamError(error: ProviderError): JsonValue {
  const { raw } = error
  return encodeError(error, isObject(raw) && isStatus(raw.code) && typeof raw.message === 'string')
}

const SERVER_ERROR = 500

function isStatus(code: JsonValue | undefined): boolean {
  return typeof code === 'number' && code >= 400 && code < 600
}

function httpCode(code = ''): number {
  const status = Number(code)
  return status >= 400 && status < 600 ? status : (errors.find((row) => row[2] === code)?.[1] ?? SERVER_ERROR)
}

function encodeResponseBody(value: ModelResponse, context: Context): JsonObject {
  const metadata = metadataOf(value, context)
  if (value.error !== undefined) dropError(value.error, context)
  const body = encodeBody(
    {
      candidates: encodeCandidates(value, context),
      usageMetadata: encodeUsage(value, USAGE, context),
      modelVersion: value.model,
      responseId: value.id,
    },
    metadata,
  )
  return snakify(body, metadata?.snake)
}

function encodeCandidates(value: ModelResponse, context: Context): JsonArray | undefined {
  const metadata = metadataOf(value, context)
  const { form, alternatives, candidate } = metadata ?? {}
  const isNone = value.message.parts.length === 0 && (form === 'none' || form === 'empty')
  if (isNone) return form === 'none' ? undefined : []
  const { finish, message } = value
  const isEmpty = message.parts.length === 0 && wasAbsent(candidate, 'content')
  const first = encodeBody(
    {
      content: isEmpty ? undefined : encodeContent(message, context),
      finishReason:
        wasAbsent(candidate, 'finishReason') && finish.raw === undefined
          ? ''
          : encodeFinishReason(finish, message.origin?.wire === context.wire),
    },
    candidate,
  )
  return [first, ...(isArray(alternatives) ? alternatives : [])]
}

function encodeContent(message: Message, context: Context): JsonObject {
  const metadata = metadataOf(message, context)
  // An answer contains thinking of any model, as in a stream.
  const parts = encodeParts(message.parts, true, { ...context, path: '/message/parts' })
  const role = wasAbsent(metadata?.body, 'role') ? '' : stringOr(metadata?.role, 'model')
  return encodeBody({ role, parts }, metadata?.body)
}

/**
 * Returns the native finish reason if its meaning is unchanged. Reasons of other wires are not used.
 * @param isOwn true if the reason is from a Google server.
 */
export function encodeFinishReason(finish: Finish, isOwn: boolean): string | number {
  const { raw } = finish
  const outcome = outcomeOf(finish)
  const isUnsaid = raw === undefined || (raw === '' && !isOwn)
  const meant = isUnsaid ? [] : [true, false].map((calls) => readFinish(raw, calls, FINISH))
  const isSame = meant.some((read) => outcomeOf(read) === outcome && (isOwn || outcome !== 'unknown'))
  return isSame && raw !== undefined ? enumValue(raw) : finishWord(outcome, FINISH)
}
