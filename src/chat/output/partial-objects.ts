import { createPartialJson, type PartialJson } from '../../base/json/partial-json.js'
import { asChecked } from '../../base/json/read-json.js'
import type { StreamEvent } from '../../base/model/events.js'

/** An object that is still being received: members may be missing, texts and lists may grow. */
export type PartialObject<Value> = Value extends readonly (infer Item)[]
  ? readonly PartialObject<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: PartialObject<Value[Key]> }
    : Value

/**
 * Yields the object of an answer while the answer is received: the current state after each piece of text.
 * The object is not checked by the schema and lacks defaults and transformations. All yields return the same
 * growing object, not copies. Text that is not JSON yields nothing.
 * @param turn the turn, which this function iterates. Read `turn.response` afterwards.
 * @example
 * const turn = gpt.turn({ messages, outputFormat: z.object({ city: z.string() }) })
 * for await (const partial of partialObjects(turn)) show(partial.city)
 * const { object } = await turn.response
 */
export async function* partialObjects<Output>(
  turn: AsyncIterable<StreamEvent> & { readonly response: Promise<{ readonly object?: Output }> },
): AsyncGenerator<PartialObject<Output>, undefined> {
  let text: { readonly id: string; readonly json: PartialJson } | undefined
  for await (const event of turn) {
    if (event.type === 'restart') text = undefined
    if (event.type !== 'text-delta') continue
    if (text?.id !== event.id) text = { id: event.id, json: createPartialJson() }
    text.json.push(event.delta)
    const { value, failed } = text.json
    if (value !== undefined && failed === undefined) yield asChecked(value)
  }
}
