import { attempt } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, at, expectArray, isObject, stringOr } from '../../base/json/read-json.js'
import { part, stateChange, toolOutput } from '../../base/model/canonical.js'
import { list } from '../../base/model/description.js'
import { expectForm } from '../../base/model/form.js'
import { mintId } from '../../base/model/ids.js'
import type { Part, StateChange, ToolOutput } from '../../base/model/types.js'

/**
 * Returns canonical parts for a slot; undefined for an empty list. A call without an id gets the id that
 * decoding would mint.
 * @param path of the message with the parts.
 */
export function partsForSlot(parts: readonly Part[], path: string): JsonValue | undefined {
  if (parts.length === 0) return undefined
  return parts.map((one, index) => withId(asJson(one), at(path, index)))
}

/**
 * Reads canonical parts from a slot of a format, for parts without a native form. A slot is untrusted input.
 * @throws AdapterError with the path of the first member that is not canonical.
 */
export function carriedParts(value: JsonValue | undefined, path: string): Part[] {
  return expectArray(value ?? [], path).map((one, index) => carriedPart(one, at(path, index)))
}

/**
 * Reads one canonical part from a slot.
 * @throws AdapterError as `carriedParts`.
 */
export function carriedPart(value: JsonValue, path: string): Part {
  const whole = withId(value, path)
  expectForm(whole, part.form, path)
  return asNative<Part>(whole)
}

/** Mints a missing id, since the writer of the slot may have had a call without an id. */
function withId(value: JsonValue, path: string): JsonValue {
  if (!isObject(value) || value.type !== 'tool-call' || value.id !== '') return value
  return { ...value, id: mintId(path, stringOr(value.name, ''), ''), minted: true }
}

/**
 * Reads the output of a result from a slot that contains only the output.
 * @throws AdapterError as `carriedParts`.
 */
export function carriedOutput(value: JsonValue, path: string): ToolOutput {
  expectForm(value, toolOutput.form, path)
  return asNative<ToolOutput>(value)
}

/** Reads the changes of an opaque part from a slot; undefined if they are not canonical. */
export function carriedChanges(value: JsonValue | undefined): readonly StateChange[] | undefined {
  const read = attempt(() => expectForm(value, list(stateChange).form, ''))
  return 'error' in read ? undefined : asNative<readonly StateChange[]>(value ?? [])
}
