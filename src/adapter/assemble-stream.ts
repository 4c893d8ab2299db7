import type { Response } from '../model/types.js'
import { Assembler } from '../stream/assemble.js'
import type { WireCodecs } from './adapter.js'
import type { Context } from './context.js'
import { EventReader } from './event-reader.js'

/** The response that a stream amounts to, from all its chunks: bytes, text or parsed native events. */
export function assembleStream(
  chunks: Iterable<Uint8Array | string | object>,
  { id, stream }: Pick<WireCodecs, 'id' | 'stream'>,
  context: Context,
): Response {
  const reader = new EventReader(stream, context)
  const assembler = new Assembler(id)
  for (const chunk of chunks) for (const event of reader.push(chunk)) assembler.push(event)
  for (const event of reader.finish()) assembler.push(event)
  return assembler.response()
}
