import { isAnyError } from '../../src/base/http/error-words.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  arrayOr,
  expectArray,
  expectObject,
  isObject,
  numberOr,
  objectOr,
  stringOr,
} from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { inform } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import { failedFinish, finishOf, isGoodEnd, isTornOutcome, outcomeOf } from '../../src/base/model/outcome.js'
import type { Finish, Message, ModelResponse, Part, ProviderError } from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import {
  decodeProviderError,
  errorMember,
  isFailed,
  unchangedBody,
} from '../../src/codec/shape/failed-answer.js'
import {
  extraFields,
  extraOf,
  type Fields,
  innerExtras,
  type ReadFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeFinish, finishWord } from '../../src/codec/shape/finish-table.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { decodeAssistant, encodeAssistant } from './assistant.js'
import { type ChatContext, type Dialect, inDialect } from './dialect.js'
import { type ErrorForm, errorForm } from './errors.js'
import { FINISH } from './maps.js'
import { openai } from './openai.js'
import { USAGE } from './usage.js'

export function chatResponse(dialect: Dialect, errors: ErrorForm): ResponseCodec {
  return {
    decode: chatResponseDecoder(dialect),
    encode: (response, context) => encode(response, errors, inDialect(context, dialect)),
  }
}

export function chatResponseDecoder(dialect: Dialect): ResponseCodec['decode'] {
  return (native, context) => decode(native, inDialect(context, dialect))
}

export const decodeResponse = /* @__PURE__ */ chatResponseDecoder(openai)

export const response = /* @__PURE__ */ chatResponse(openai, errorForm)

function decode(native: JsonObject, context: ChatContext): ModelResponse {
  const { choices } = native
  if (choices === undefined || (choices === null && native.object !== 'chat.completion')) {
    if (isAnyError(native)) return decodeErrorBody(native, context)
    throw new AdapterError('wrong-type', '', 'no chat completion: it has no choices')
  }
  const list = expectArray(choices ?? [], '/choices').map((choice, index) =>
    expectObject(choice, `/choices/${index}`),
  )
  const position = Math.max(
    0,
    list.findIndex((choice) => choice.index === 0),
  )
  const choice = list[position]
  if (list.length > 1) reportOtherChoices(true, context)
  const message = decodeMessage(native, choice, position, context)
  return decodeEnvelope(native, { choice, message, forms: otherChoices(list, position) }, context)
}

/**
 * Reports that an answer has more than one choice.
 * @param areKept true if the choices are kept in the metadata.
 */
export function reportOtherChoices(areKept: boolean, context: ChatContext): void {
  context.report({
    code: 'other-choices',
    severity: areKept ? 'info' : 'warning',
    path: '/choices',
    message: `one of several choices is read; the others are ${areKept ? 'kept' : 'left out'}`,
  })
}

function otherChoices(list: readonly JsonObject[], position: number): OwnMetadata {
  if (list.length === 0) return { form: 'no-choices' }
  if (list.length === 1) return {}
  return { alternatives: list.filter((_, index) => index !== position), ...(position > 0 && { position }) }
}

/** Returns a text that distinguishes answers, for minted ids. Some servers send neither id nor time. */
export function responsePlace({ id, created }: JsonObject): string {
  return `${stringOr(id, '')}/${numberOr(created, '')}`
}

function decodeMessage(
  native: JsonObject,
  choice: JsonObject | undefined,
  position: number,
  context: ChatContext,
): Message {
  const { model } = namesOf(native)
  const path = `/choices/${position}/message`
  if (choice === undefined || choice.message === null) return emptyMessage(native, context)
  const message = expectObject(choice.message, path)
  const cut = endsEarly(choice.finish_reason) ? ('length' as const) : undefined
  return decodeAssistant(
    message,
    { context, side: 'response', path, place: responsePlace(native), cut },
    model,
  )
}

/** Returns true if an answer with this finish reason may end with an incomplete call. */
export function endsEarly(word: JsonValue | undefined): boolean {
  const outcome = outcomeOf(decodeFinish(word, false, FINISH))
  return outcome === 'length' || outcome === 'context-full' || outcome === 'failed'
}

function emptyMessage(native: JsonObject, { wire }: ChatContext): Message {
  return { role: 'assistant', parts: [], origin: compact({ wire, model: namesOf(native).model }) }
}

/** Returns id and model. An empty text counts as absent. */
function namesOf({ id, model }: JsonObject) {
  return { id: stringOr(id, '') || undefined, model: stringOr(model, '') || undefined }
}

const CHOICE_FIELDS: Fields = { message: 'any', finish_reason: 'string' }
const FIELDS: Fields = { choices: 'any', id: 'text', model: 'text' }

/** Data of a response that is decoded separately from its envelope. */
interface ReadChoice {
  readonly choice: JsonObject | undefined
  readonly message: Message
  readonly forms?: OwnMetadata
}

/** Decodes all of a response except its message. A stream ends in the same envelope. */
export function decodeEnvelope(
  native: JsonObject,
  { choice, message, forms }: ReadChoice,
  context: ChatContext,
): ModelResponse {
  const usage = isObject(native.usage) && Object.keys(native.usage).length > 0 ? native.usage : undefined
  const member = errorMember(native)
  const error = isObject(member) || typeof member === 'string' ? member : undefined
  const other = error === undefined ? otherError(native, choice) : undefined
  const raw = error ?? other?.raw
  const read: ReadFields = {}
  if (usage !== undefined) read.usage = 'object'
  if (error !== undefined) read.error = 'any'
  return compact({
    message,
    finish: raw === undefined ? readFinish(choice, message, context) : failedBy(choice, message, context),
    ...namesOf(native),
    usage: usage && decodeUsage(usage, USAGE),
    error: raw === undefined ? undefined : decodeProviderError(raw),
    providerMetadata: wireMetadata(context, {
      extra: extraFields(native, FIELDS, read),
      usage,
      choice: choice && innerExtras(choice, CHOICE_FIELDS),
      errorIn: other?.place,
      ...forms,
    }),
  })
}

/** Returns the finish of a failed answer. A good finish reason next to an error is ignored. */
function failedBy(choice: JsonObject | undefined, message: Message, context: ChatContext): Finish {
  const finish = readFinish(choice, message, context)
  return isGoodEnd(outcomeOf(finish)) || finish.raw === undefined ? failedFinish(finish) : finish
}

/**
 * Returns the finish of the model's turn. Several servers omit the finish reason of a complete answer or of a
 * stream with `[DONE]`. This answer counts as complete, with a notice.
 * https://github.com/BerriAI/litellm/issues/37792
 */
function readFinish(choice: JsonObject | undefined, message: Message, context: ChatContext): Finish {
  const finish = readWord(choice?.finish_reason, message)
  if (choice !== undefined && !finish.raw)
    inform('finish-missing', 'the answer has no finish reason', {
      ...context,
      path: '/choices/0/finish_reason',
    })
  return finish
}

function readWord(word: JsonValue | undefined, message: Message): Finish {
  const finish = decodeFinish(word, message.parts.some(isCallToAnswer), FINISH, 'complete')
  const refusal = isGoodEnd(outcomeOf(finish)) ? refusalIn(message) : undefined
  return refusal === undefined ? finish : { ...finishOf('refused', finish.raw), message: refusal }
}

/** Returns the refusal text of the model, in `message.refusal`. */
function refusalIn({ parts }: Message): string | undefined {
  for (const part of parts) {
    const words = part.type === 'opaque' && isObject(part.value) ? part.value.refusal : undefined
    if (typeof words === 'string' && words !== '') return words
  }
  return undefined
}

/** An error next to the message or in its choice, with its position. */
interface OtherError {
  readonly raw: JsonValue
  readonly place: 'choice' | 'base_resp' | 'body'
}

/** Finds an error that is not the `error` member of an answer or of a chunk. */
function otherError(native: JsonObject, choice: JsonObject | undefined): OtherError | undefined {
  const { error } = choice ?? {}
  if (isObject(error) || (typeof error === 'string' && error !== '')) return { raw: error, place: 'choice' }
  if (choice === undefined) return isAnyError(native) ? { raw: native, place: 'body' } : undefined
  const standing = standingError(native)
  return standing && { raw: standing, place: 'base_resp' }
}

/**
 * MiniMax reports a failure in `base_resp`, next to the choices.
 * https://platform.minimax.io/docs/api-reference/errorcode
 */
export function standingError({ base_resp }: JsonObject): JsonObject | undefined {
  return isObject(base_resp) && isAnyError({ base_resp }) ? base_resp : undefined
}

/** Decodes `{error: {message, type, code, param}}`. Some servers send the bare text, some have no `error`. */
function decodeErrorBody(native: JsonObject, context: ChatContext): ModelResponse {
  const message = emptyMessage(native, context)
  const read = decodeEnvelope(native, { choice: undefined, message, forms: { form: 'error' } }, context)
  const { error = decodeProviderError(native) } = read
  return { ...read, finish: failedFinish(), error }
}

function encode(canonical: ModelResponse, errors: ErrorForm, context: ChatContext): JsonObject {
  const metadata = metadataOf(canonical, context)
  const isOwn = isOwnAnswer(canonical, context)
  const { id, model, error } = canonical
  const known = compact({ id, model, usage: encodeUsage(canonical, USAGE, context) })
  const kept = isOwn && metadata?.form === 'error' && metadata.errorIn === 'body' && error
  const body = kept ? unchangedBody(kept) : undefined
  if (body !== undefined) return body
  const stated = error && metadata?.errorIn === undefined ? encodeError(error, isOwn, errors) : undefined
  // An error instead of a message, not an error after a part of the message.
  if (isFailed(canonical) && (!isOwn || metadata?.form === 'error')) {
    const failed = stated !== undefined && (isOwn ? { error: stated } : errors.body(stated))
    return withExtras({ ...known, ...failed }, metadata)
  }
  const { answer } = context.dialect.empty
  const fresh = isOwn ? {} : { ...answer, object: 'chat.completion', created: 0, ...context.answerFields?.() }
  return withExtras(
    { ...fresh, ...known, error: stated, choices: encodeChoices(canonical, context) },
    metadata,
  )
}

function isOwnAnswer({ message }: ModelResponse, { wire }: ChatContext): boolean {
  return message.origin?.wire === wire
}

function encodeError(error: ProviderError, isOwn: boolean, errors: ErrorForm): JsonValue {
  return isOwn && error.raw !== undefined ? error.raw : errors.encode(error)
}

function encodeChoices(canonical: ModelResponse, context: ChatContext): JsonArray | undefined {
  const metadata = metadataOf(canonical, context)
  if (metadata?.form === 'no-choices' && canonical.message.parts.length === 0)
    return extraOf(metadata).choices === null ? undefined : []
  const others = arrayOr(metadata?.alternatives, [])
  const position = numberOr(metadata?.position, 0)
  return [...others.slice(0, position), encodeChoice(canonical, context), ...others.slice(position)]
}

function encodeChoice(canonical: ModelResponse, context: ChatContext): JsonObject {
  const { message } = canonical
  const isOwn = isOwnAnswer(canonical, context)
  const kept = objectOr(metadataOf(canonical, context)?.choice, undefined)
  const hasMessage = message.parts.length > 0 || extraOf(kept).message !== null
  const finish_reason = encodeFinish(
    canonical.finish,
    isOwn,
    message.parts.some(isCallToAnswer),
    context,
    message.parts,
  )
  const cut = endsEarly(finish_reason)
  const native = hasMessage && encodeAssistant(message, 'response', { ...context, path: '/message' }, cut)
  const fresh = isOwn ? {} : { index: 0, ...context.dialect.empty.choice }
  return withExtras({ ...fresh, message: native || undefined, finish_reason }, kept)
}

/**
 * Encodes the last chunks of a stream: the choice without its delta, the usage, and the other fields of a
 * response.
 */
export function encodeTail(
  canonical: Omit<ModelResponse, 'message' | 'error'>,
  isOwn: boolean,
  hasCalls: boolean,
  context: ChatContext,
): { readonly choice: JsonObject; readonly usage?: JsonObject; readonly extra: JsonObject } {
  const metadata = metadataOf(canonical, context)
  const { finish } = canonical
  const choice = withExtras(
    { index: 0, finish_reason: encodeFinish(finish, isOwn, hasCalls, context) ?? null },
    metadata?.choice,
  )
  return compact({ choice, usage: encodeUsage(canonical, USAGE, context), extra: extraOf(metadata) })
}

/** Returns the native finish reason, unless the outcome was edited or comes from another wire. */
function encodeFinish(
  finish: Finish,
  isOwn: boolean,
  hasCalls: boolean,
  { dialect }: ChatContext,
  parts: readonly Part[] = [],
): string | undefined {
  const outcome = outcomeOf(finish)
  const was = outcomeOf(decodeFinish(finish.raw, hasCalls, FINISH, 'complete'))
  // A refusal in `message.refusal` has the finish reason of a usual answer.
  const isRefused = outcome === 'refused' && isGoodEnd(was)
  const isSame = was === outcome || isRefused || isTornOutcome(was, outcome, parts)
  return isOwn && isSame ? finish.raw : (dialect.finishWords[outcome] ?? finishWord(outcome, FINISH))
}
