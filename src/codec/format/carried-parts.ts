import { attempt } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, at, expectArray, isObject, stringOr } from '../../base/json/read-json.js'
import { part, stateChanges, toolOutput } from '../../base/model/canonical.js'
import { expectForm } from '../../base/model/form.js'
import { mintId } from '../../base/model/ids.js'
import type { Part, StateChange, ToolOutput } from '../../base/model/types.js'

/**
 * Canonical parts for a slot; undefined when there are none. A call without an id has the one that it would be read with.
 * @param path of the message that they are of.
 */
export function partsForSlot(parts: readonly Part[], path: string): JsonValue | undefined {
  if (parts.length === 0) return undefined
  return parts.map((one, index) => withId(asJson(one), at(path, index)))
}

/**
 * Canonical parts out of a slot of a format: what the format has no parts of its own for. They come from outside.
 * @throws AdapterError with the path of the first member that is not canonical.
 */
export function carriedParts(value: JsonValue | undefined, path: string): Part[] {
  return expectArray(value ?? [], path).map((one, index) => carriedPart(one, at(path, index)))
}

/**
 * One canonical part out of a slot.
 * @throws AdapterError as `carriedParts`.
 */
export function carriedPart(value: JsonValue, path: string): Part {
  const whole = withId(value, path)
  expectForm(whole, part.form, path)
  return asNative<Part>(whole)
}

/** Whoever wrote the slot may have had a call without an id. */
function withId(value: JsonValue, path: string): JsonValue {
  if (!isObject(value) || value.type !== 'tool-call' || value.id !== '') return value
  return { ...value, id: mintId(path, stringOr(value.name, ''), ''), minted: true }
}

/** The output of a result, which a slot may hold by itself. @throws AdapterError as `carriedParts`. */
export function carriedOutput(value: JsonValue, path: string): ToolOutput {
  expectForm(value, toolOutput.form, path)
  return asNative<ToolOutput>(value)
}

/** The changes that a slot holds of an opaque part; undefined if they are not canonical. */
export function carriedChanges(value: JsonValue | undefined): readonly StateChange[] | undefined {
  const read = attempt(() => expectForm(value, stateChanges.form, ''))
  return 'error' in read ? undefined : asNative<readonly StateChange[]>(value ?? [])
}
