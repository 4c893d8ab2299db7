import type { JsonArray } from '../../base/json/json-types.js'
import { expectObject } from '../../base/json/read-json.js'
import type { Context } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { ModelResponse } from '../../base/model/types.js'
import { isAnswerList } from './answer-list.js'
import { Assembler, joinTurns } from './assemble.js'
import type { StreamDecoding } from './codec.js'
import { EventReader } from './stream-reader.js'

/** A wire with streams. */
export interface StreamedWire {
  readonly id: string
  readonly stream: StreamDecoding
}

/** Assembles the response of a stream; several turns, on wires that have them, are joined. */
export function assembleStream(
  chunks: Iterable<Uint8Array | string | object>,
  { id, stream }: StreamedWire,
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

/**
 * Assembles the answer from a list of events, which some servers send in place of a stream.
 * @throws AdapterError('wrong-type') for another list.
 */
export function decodeList(list: JsonArray, wire: StreamedWire, context: Context): ModelResponse {
  if (!isAnswerList(list, wire.stream)) expectObject(list, '')
  return assembleStream(
    list.map((item, index) => expectObject(item, `/${index}`)),
    wire,
    context,
  )
}
