import type { JsonValue } from '../../base/json/json-types.js'
import { compact } from '../../base/json/write-json.js'
import type { StreamEvent } from '../../base/model/events.js'
import { UI_WIRE } from './shown-events.js'

/** Options of `dataPart`. */
export interface DataPartOptions {
  /** The id of the part. A later part with the same name and id replaces this part. Default: none. */
  readonly id?: string | undefined
  /** True to send the part to the UI without storing it in the message. Default: false. */
  readonly transient?: boolean | undefined
}

/**
 * Creates an event with your own data for the UI: `data-NAME` in the AI SDK, a `CUSTOM` event in AG-UI. Other
 * clients do not receive it, and posted data does not reach the model.
 * @example
 * async function* withProgress() {
 *   yield dataPart('progress', { percent: 10 }, { id: 'p1' })
 *   yield* loop
 * }
 */
export function dataPart(name: string, data: JsonValue, options: DataPartOptions = {}): StreamEvent {
  const { id, transient } = options
  const value = compact({ type: `data-${name}`, id, data, transient })
  return { type: 'part', part: { type: 'opaque', wire: UI_WIRE, value } }
}
