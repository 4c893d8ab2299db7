import { AdapterError } from '../../src/json/errors.js'
import {
  expectArray,
  expectObject,
  isArray,
  isObject,
  numberOr,
  objectOr,
  stringOr,
} from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import { isCallToAnswer } from '../../src/model/calls.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/model/metadata.js'
import type { Finish, Message, ModelResponse, ProviderError } from '../../src/model/types.js'
import type { ResponseCodec } from '../../src/shape/codecs.js'
import { errorFacts, isFailed } from '../../src/shape/failed-answer.js'
import {
  extraFields,
  extraOf,
  type Fields,
  innerExtras,
  type ReadFields,
  withExtras,
} from '../../src/shape/fields.js'
import { decodeFinish, finishWord } from '../../src/shape/finish.js'
import { decodeUsage, encodeUsage } from '../../src/shape/usage.js'
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
    if (isObject(native.error) || typeof native.error === 'string' || context.dialect.isError(native))
      return decodeErrorBody(native, context)
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
  return decodeEnvelope(native, choice, message, context, otherChoices(list, position))
}

/** @param areKept whether they are in the metadata. */
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

/** What tells one answer from another, for minted ids. Some servers give neither id nor time. */
export function responsePlace({ id, created }: JsonObject): string {
  return `${stringOr(id, '')}/${numberOr(created, '')}`
}

function decodeMessage(
  native: JsonObject,
  choice: JsonObject | undefined,
  position: number,
  context: ChatContext,
): Message {
  const model = stringOr(native.model, '') || undefined
  const path = `/choices/${position}/message`
  if (choice === undefined || choice.message === null) return emptyMessage(model, context)
  const message = expectObject(choice.message, path)
  const cut = endsEarly(choice.finish_reason) ? ('length' as const) : undefined
  return decodeAssistant(
    message,
    { context, side: 'response', path, place: responsePlace(native), cut },
    model,
  )
}

/** Whether an answer that ended with this word may have an incomplete call at its end. */
export function endsEarly(word: JsonValue | undefined): boolean {
  const { reason } = decodeFinish(word, false, FINISH)
  return reason === 'length' || reason === 'error'
}

function emptyMessage(model: string | undefined, context: ChatContext): Message {
  return { role: 'assistant', parts: [], origin: compact({ wire: context.wire, model }) }
}

const CHOICE_FIELDS: Fields = { message: 'any', finish_reason: 'string' }
const FIELDS: Fields = { choices: 'any', id: 'text', model: 'text' }

/** Everything about a response but its message; a stream ends in the same envelope. */
export function decodeEnvelope(
  native: JsonObject,
  choice: JsonObject | undefined,
  message: Message,
  context: ChatContext,
  forms: OwnMetadata = {},
): ModelResponse {
  const top = decodeTop(native)
  const choiceError = isObject(choice?.error) ? choice.error : undefined
  const error = top.error ?? (choiceError && providerError(choiceError))
  return compact({
    message,
    finish: decodeFinish(choice?.finish_reason, message.parts.some(isCallToAnswer), FINISH),
    id: top.fields.id,
    model: top.fields.model,
    usage: top.fields.usage,
    error,
    providerMetadata: wireMetadata(context, {
      extra: top.metadata.extra,
      usage: top.metadata.usage,
      choice: choice && innerExtras(choice, CHOICE_FIELDS),
      errorIn: top.error === undefined && choiceError !== undefined ? 'choice' : undefined,
      form: forms.form,
      alternatives: forms.alternatives,
      position: forms.position,
    }),
  })
}

/** The fields beside `choices`. */
function decodeTop(native: JsonObject) {
  const id = stringOr(native.id, '')
  const model = stringOr(native.model, '') || undefined
  const usage = isObject(native.usage) && Object.keys(native.usage).length > 0 ? native.usage : undefined
  const error = isObject(native.error) || typeof native.error === 'string' ? native.error : undefined
  const read: ReadFields = {}
  if (usage !== undefined) read.usage = 'object'
  if (error !== undefined) read.error = 'any'
  return {
    fields: compact({ id: id === '' ? undefined : id, model, usage: usage && decodeUsage(usage, USAGE) }),
    error: error === undefined ? undefined : providerError(error),
    metadata: { extra: extraFields(native, FIELDS, read), usage },
  }
}

/** `{error: {message, type, code, param}}`; some servers send the bare text. */
function decodeErrorBody(native: JsonObject, context: ChatContext): ModelResponse {
  const { fields, error, metadata } = decodeTop(native)
  return compact({
    message: emptyMessage(fields.model, context),
    finish: { reason: 'error' as const },
    ...fields,
    error: error ?? providerError(native),
    providerMetadata: wireMetadata(context, {
      ...metadata,
      form: 'error',
      errorIn: error === undefined ? 'body' : undefined,
    }),
  })
}

export function providerError(raw: JsonValue): ProviderError {
  const detail = isObject(raw) ? stringOr(raw.detail, '') : ''
  return { ...errorFacts(raw, ['code', 'type', 'status'], detail), raw }
}

function encode(canonical: ModelResponse, errors: ErrorForm, context: ChatContext): JsonObject {
  const metadata = metadataOf(canonical, context)
  const isOwn = canonical.message.origin?.wire === context.wire
  const { id, model, error } = canonical
  const known = compact({
    id,
    model,
    usage: encodeUsage(canonical, USAGE, context),
  })
  const stated = error && metadata?.errorIn === undefined ? encodeError(error, isOwn, errors) : undefined
  if (isErrorBody(canonical, metadata, isOwn)) {
    return withExtras(
      { ...known, ...(stated !== undefined && (isOwn ? { error: stated } : errors.body(stated))) },
      metadata,
    )
  }
  const fresh = isOwn ? {} : { ...context.dialect.empty.answer, object: 'chat.completion', created: 0 }
  const choices = encodeChoices(canonical, metadata, isOwn, context)
  return withExtras({ ...fresh, ...known, error: stated, choices }, metadata)
}

/** An error instead of a message, as opposed to one that came after a part of it. */
function isErrorBody(
  { error, message }: ModelResponse,
  metadata: OwnMetadata | undefined,
  isOwn: boolean,
): boolean {
  if (!isFailed({ error, message })) return false
  return isOwn ? metadata?.form === 'error' : true
}

function encodeError(error: ProviderError, isOwn: boolean, errors: ErrorForm): JsonValue {
  return isOwn && error.raw !== undefined ? error.raw : errors.encode(error)
}

function encodeChoices(
  canonical: ModelResponse,
  metadata: OwnMetadata | undefined,
  isOwn: boolean,
  context: ChatContext,
): JsonArray | undefined {
  if (metadata?.form === 'no-choices' && canonical.message.parts.length === 0)
    return extraOf(metadata).choices === null ? undefined : []
  const choice = encodeChoice(canonical, metadata, isOwn, context)
  if (!isArray(metadata?.alternatives)) return [choice]
  const { alternatives } = metadata
  const position = numberOr(metadata.position, 0)
  return [...alternatives.slice(0, position), choice, ...alternatives.slice(position)]
}

function encodeChoice(
  canonical: ModelResponse,
  metadata: OwnMetadata | undefined,
  isOwn: boolean,
  context: ChatContext,
): JsonObject {
  const kept = objectOr(metadata?.choice, undefined)
  const hasMessage = canonical.message.parts.length > 0 || extraOf(kept).message !== null
  // What went wrong is the reason where the other wire told no better one.
  const isFailed = !isOwn && canonical.error !== undefined && canonical.finish.reason === 'other'
  const finish: Finish = isFailed ? { reason: 'error' } : canonical.finish
  const finish_reason = encodeFinish(finish, isOwn, canonical.message.parts.some(isCallToAnswer), context)
  const cut = endsEarly(finish_reason)
  const fresh = {
    ...(isOwn ? {} : { index: 0, ...context.dialect.empty.choice }),
    message: hasMessage
      ? encodeAssistant(canonical.message, 'response', { ...context, path: '/message' }, cut)
      : undefined,
    finish_reason,
  }
  return withExtras(fresh, kept)
}

/** The last chunks of a stream: the choice without its delta, the usage, and the other fields of a response. */
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
  return compact({
    choice,
    usage: encodeUsage(canonical, USAGE, context),
    extra: extraOf(metadata),
  })
}

/** The wire's own word, unless the reason was edited or comes from another wire. */
function encodeFinish(
  { raw, reason }: Finish,
  isOwn: boolean,
  hasClientCalls: boolean,
  { dialect }: ChatContext,
): string | undefined {
  const unchanged = isOwn && decodeFinish(raw, hasClientCalls, FINISH).reason === reason
  return unchanged ? raw : (dialect.finishWords[reason] ?? finishWord(reason, FINISH))
}
