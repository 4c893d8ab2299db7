import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { parseDocument } from '../../base/json/parse.js'
import { expectObject, isArray } from '../../base/json/read-json.js'
import { reportRounded } from '../../base/model/arguments.js'
import { type Context, createContext, type Notice } from '../../base/model/context.js'
import type { Conversation, ModelResponse } from '../../base/model/types.js'
import { assembleStream, decodeList } from '../../codec/stream/assemble.js'
import { checked, isUnread } from '../../codec/stream/unread-calls.js'
import type { WireCodecs } from '../../codec/wire/contract.js'
import type { OrJson } from '../../codec/wire/define-adapter.js'

export { assembleStream }

/**
 * A native answer. Either a complete answer as JSON or JSON text, or the chunks of a stream: text or bytes
 * split anywhere, or parsed events.
 */
export type NativeAnswer =
  | { readonly body: OrJson<JsonValue> }
  | { readonly stream: Iterable<Uint8Array | string | object> }

export function decodeRequest(
  request: OrJson<JsonValue>,
  codecs: Pick<WireCodecs, 'request'>,
  context: Context,
): Conversation {
  return decodeBody(request, context, checked(codecs.request.decode))
}

/**
 * Returns notices about calls and results in a request that the wire does not decode; an empty list if the
 * request cannot be decoded at all.
 */
export function unreadRequest(
  request: JsonObject,
  codecs: Pick<WireCodecs, 'id' | 'request'>,
): readonly Notice[] {
  const context = createContext(codecs.id)
  try {
    decodeRequest(request, codecs, context)
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
  }
  return context.notices.filter(isUnread)
}

/** Decodes a native answer. A stream is assembled to a complete answer. */
export function decodeAnswer(
  answer: NativeAnswer,
  codecs: Pick<WireCodecs, 'id' | 'response' | 'stream'>,
  context: Context,
): ModelResponse {
  if ('stream' in answer) return assembleStream(answer.stream, codecs, context)
  const decode = checked(codecs.response.decode)
  return decodeBody(answer.body, context, decode, (list, within) => decodeList(list, codecs, within))
}

/** Decodes a body from JSON or JSON text. Text keeps numbers that a double would round. */
function decodeBody<Value>(
  body: OrJson<JsonValue>,
  context: Context,
  decode: (native: JsonObject, context: Context) => Value,
  listed?: (list: JsonArray, context: Context) => Value,
): Value {
  const { value, exactText } =
    typeof body === 'string' ? parseDocument(body) : { value: body, exactText: context.exactText }
  const exact = { ...context, exactText }
  const decoded =
    listed !== undefined && isArray(value) ? listed(value, exact) : decode(expectObject(value, ''), exact)
  if (typeof body === 'string') reportRounded(body, Object(decoded), exact)
  return decoded
}
