import { AdapterError } from '../json/errors.js'
import { parseExact, stringifyExact } from '../json/exact.js'
import type { JsonValue } from '../json/types.js'
import type { Response } from '../model/types.js'
import type { NativeFrame } from '../stream/events.js'
import type { WireCodecs } from './adapter.js'
import type { Context } from './context.js'
import { disassemble } from './disassemble.js'

export interface StreamFramesOptions {
  /** Whether the answer broke off: then it just stops, without an error or an end. Default: no. */
  readonly aborted?: boolean
}

/**
 * A whole answer as the provider would stream it, frame by frame as it goes over the wire.
 * @throws AdapterError('unsupported') when the wire's streams cannot be written.
 */
export function* streamFrames(
  response: Response,
  { stream, title }: Pick<WireCodecs, 'stream' | 'title'>,
  context: Context,
  { aborted = false }: StreamFramesOptions = {},
): Generator<string | Uint8Array> {
  if (stream.encoder === undefined)
    throw new AdapterError('unsupported', '', `${title} streams cannot be written`)
  const encoder = stream.encoder({ ...context, parseExact })
  for (const event of disassemble(response)) {
    if (aborted && (event.type === 'error' || event.type === 'finish')) continue
    for (const frame of encoder.push(event)) yield stream.framing.write(exact(frame))
  }
  for (const frame of encoder.finish()) yield stream.framing.write(exact(frame))
}

function exact(frame: NativeFrame<JsonValue>): NativeFrame<JsonValue> {
  return typeof frame.data === 'string' ? frame : { ...frame, data: stringifyExact(frame.data) }
}
