import { AdapterError } from '../json/adapter-error.js'
import type { JsonObject, JsonValue } from '../json/json-types.js'
import { parseDocument } from '../json/parse.js'
import { expectObject } from '../json/read-json.js'
import { type Context, createContext, type Notice } from '../model/context.js'
import type { Conversation, ModelResponse } from '../model/types.js'
import { Assembler, joinTurns } from '../stream/assemble.js'
import type { StreamEvent } from '../stream/events.js'
import { EventReader } from '../stream/stream-reader.js'
import { checked, isUnread } from '../stream/unread-calls.js'
import type { WireCodecs } from '../wire/contract.js'
import type { OrJson } from '../wire/define-adapter.js'

/** An answer as it came: whole, as JSON or its text, or the chunks of its stream: text or bytes however cut, or parsed events. */
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

/** What is told of calls and results in a request that the wire does not read; nothing of one that it cannot read at all. */
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

/** The same as `decodeRequest` for whole answers and for streams, which are assembled. */
export function decodeAnswer(
  answer: NativeAnswer,
  codecs: Pick<WireCodecs, 'id' | 'response' | 'stream'>,
  context: Context,
): ModelResponse {
  if ('stream' in answer) return assembleStream(answer.stream, codecs, context)
  return decodeBody(answer.body, context, checked(codecs.response.decode))
}

/** The response that a stream amounts to; several turns, where the wire has them, are one. */
export function assembleStream(
  chunks: Iterable<Uint8Array | string | object>,
  { id, stream }: Pick<WireCodecs, 'id' | 'stream'>,
  context: Context,
): ModelResponse {
  const reader = new EventReader(stream, context)
  const turns = [new Assembler(id)]
  const add = (event: StreamEvent) => {
    if (turns.at(-1)?.isOver && stream.turns === true) turns.push(new Assembler(id))
    turns.at(-1)?.push(event)
  }
  for (const chunk of chunks) for (const event of reader.push(chunk)) add(event)
  for (const event of reader.finish()) add(event)
  return joinTurns(turns.map((turn) => turn.response()))
}

/** Texts keep numbers that a double would round. */
function decodeBody<Value>(
  body: OrJson<JsonValue>,
  context: Context,
  decode: (native: JsonObject, context: Context) => Value,
): Value {
  const { value, exactText } =
    typeof body === 'string' ? parseDocument(body) : { value: body, exactText: context.exactText }
  return decode(expectObject(value, ''), { ...context, exactText })
}
