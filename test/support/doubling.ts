import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { type Member, membersOf, patternOf } from './removal.js'

/** A body in which one item of a list is there twice. */
export interface Doubling {
  readonly id: string
  /** The kind of the item, as in `/messages/*[role=tool]`. */
  readonly pattern: string
  /** The body, as it was. */
  readonly body: JsonObject
  /** The body without the item. */
  readonly without: JsonObject
  /** The body with a copy of the item after the item. */
  readonly doubled: JsonObject
}

/**
 * The form of the copy: `fresh` with ids, indexes, names of tools and contents of its own, `same` with its
 * own contents only.
 */
export type CopyForm = 'fresh' | 'same'

/** The mark in contents of a copy. No fixture has its characters. */
export const MARK = '⟦2⟧'

/** Returns a doubling for each kind of list item, in the smallest body that has one. */
export function doublingsOf(
  bodies: readonly { readonly id: string; readonly body: JsonObject }[],
  form: CopyForm,
): Doubling[] {
  const sized = bodies.map((one) => ({ ...one, size: JSON.stringify(one.body).length }))
  const seen = new Set<string>()
  return sized
    .sort((one, other) => one.size - other.size)
    .flatMap(({ id, body }) =>
      membersOf(body).flatMap((member) => {
        const pattern = patternOf(member)
        if (seen.has(pattern) || typeof member.steps.at(-1) !== 'number' || !isObject(member.value)) return []
        seen.add(pattern)
        const copy = (length: number) => copyOf(member, length, form)
        return {
          ...{ id: `${id} ${pattern}`, pattern, body },
          without: changed(body, member.steps, () => []),
          doubled: changed(body, member.steps, (item, length) => [item, copy(length)]),
        }
      }),
    )
}

/** Replaces an item of a list by others. */
function changed(
  body: JsonObject,
  steps: Member['steps'],
  change: (item: JsonValue, length: number) => JsonArray,
): JsonObject {
  const replaced = replace(body, steps)
  return isObject(replaced) ? replaced : {}

  function replace(value: JsonValue, [step, ...inner]: Member['steps']): JsonValue {
    if (isArray(value) && typeof step === 'number')
      return value.flatMap((item, index) => {
        if (index !== step) return [item]
        return inner.length === 0 ? change(item, value.length) : [replace(item, inner)]
      })
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        key === step ? replace(member ?? null, inner) : member,
      ]),
    )
  }
}

const NAMED = /^(?:id|.*(?:_id|Id))$/
const COUNTED = /^(?:index|.*[iI]ndex|sequence_number)$/
const CONTENT =
  /^(?:text|thinking|content|output|output_text|refusal|transcript|description|title|quote|cited_text|arguments|rawArguments|input|result|tool_plan|reasoning|reasoning_content|reasoningText|summary)$/
const OBJECT_CONTENT = /^(?:args|arguments|input)$/
const TOOLS = /^(?:tools|functions|function_?[dD]eclarations)$/

function isOfTools(step: string | number): boolean {
  return TOOLS.test(String(step))
}

function copyOf({ value, steps }: Member, length: number, form: CopyForm): JsonValue {
  const isFresh = form === 'fresh'
  return copied(value, '', isFresh && steps.some(isOfTools))

  function copied(inner: JsonValue, key: string, isTool: boolean): JsonValue {
    if (typeof inner === 'string') return text(inner, key, isTool)
    if (typeof inner === 'number') return isFresh && COUNTED.test(key) ? inner + length : inner
    if (isArray(inner)) return inner.map((item) => copied(item, isObject(item) ? key : '', isTool))
    if (!isObject(inner)) return inner
    const own = Object.entries(inner).map(
      ([name, member]) =>
        [name, copied(member ?? null, name, isTool || (isFresh && isOfTools(name)))] as const,
    )
    const isContent = OBJECT_CONTENT.test(key) && typeof inner.type !== 'string'
    return Object.fromEntries(isContent ? [...own, ['second', MARK] as const] : own)
  }

  function text(inner: string, key: string, isTool: boolean): string {
    if (isFresh && NAMED.test(key) && inner !== '') return `${inner}_2`
    if (isTool && key === 'name') return `${inner}_2`
    if (!CONTENT.test(key) || inner === '') return inner
    const json = tryParseJson(inner)
    if (isObject(json)) return JSON.stringify({ ...json, second: MARK })
    return `${inner} ${MARK}`
  }
}
