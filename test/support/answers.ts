import type { ModelResponse } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import type { Exchange } from './exchanges.js'
import { eventsOf } from './streams.js'

/** Returns the answers of an exchange, complete and streamed. */
export function answersOf({ response, stream }: Exchange, adapter: Adapter): ModelResponse[] {
  const whole = response === undefined ? [] : [adapter.decodeResponse(response).value]
  return stream === undefined ? whole : [...whole, assemble(eventsOf(adapter, [stream]), adapter.id)]
}
