import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { pointerTokens } from '../../base/json/pointer.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'

/**
 * A path in requests of the same shape: the member `citations` of any block of type `text` in any message.
 */
export interface PlacePattern {
  /** The tokens of the path. `undefined` matches every item of a list. */
  readonly steps: readonly (string | undefined)[]
  /** The `type` and `role` of the object that has the last member. Absent if it has none. */
  readonly type?: JsonValue | undefined
  readonly role?: JsonValue | undefined
}

/** Returns the pattern of a path of this request. */
export function patternOf(path: string, request: JsonObject): PlacePattern {
  const steps: (string | undefined)[] = []
  let outer: JsonValue | undefined
  let value: JsonValue | undefined = request
  for (const token of pointerTokens(path)) {
    steps.push(isArray(value) ? undefined : token)
    outer = value
    value = innerOf(value, token)
  }
  return { steps, ...kindOf(outer) }
}

/** Returns the paths of a request that have this pattern. */
export function placesLike({ steps, ...kind }: PlacePattern, request: JsonObject): string[] {
  let found: readonly Reached[] = [{ path: '', value: request, outer: null }]
  for (const step of steps)
    found = found.flatMap(({ path, value }) =>
      keysAt(value, step).map((key) => ({
        ...{ path: at(path, key), outer: value },
        value: innerOf(value, String(key)) ?? null,
      })),
    )
  return found.filter(({ outer }) => isSameKind(kindOf(outer), kind)).map(({ path }) => path)
}

interface Reached {
  readonly path: string
  readonly value: JsonValue
  /** The object or list that has the value. */
  readonly outer: JsonValue
}

type Kind = Pick<PlacePattern, 'type' | 'role'>

function kindOf(outer: JsonValue | undefined): Kind {
  return isObject(outer) ? { type: outer.type, role: outer.role } : {}
}

function isSameKind(one: Kind, other: Kind): boolean {
  return one.type === other.type && one.role === other.role
}

function keysAt(value: JsonValue, step: string | undefined): readonly (string | number)[] {
  if (step === undefined) return isArray(value) ? [...value.keys()] : []
  return isObject(value) && Object.hasOwn(value, step) ? [step] : []
}

function innerOf(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (isArray(value)) return value[Number(token)]
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined
}
