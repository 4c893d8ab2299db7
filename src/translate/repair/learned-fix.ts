import type { JsonObject } from '../../base/json/json-types.js'
import { stringifyExact } from '../../base/json/parse.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { fixOfRule } from './fix-of-rule.js'
import { type PlacePattern, patternOf, placesLike } from './place-pattern.js'
import { isRule, type KnownRefusal, type Said } from './refusal.js'

/** A fix that a provider accepted, as data. It is applied to later requests before they are sent. */
export interface LearnedFix {
  /** Id of the rule or refusal with the fix. */
  readonly rule: string
  /** The texts of the provider's message. */
  readonly text: string
  /** The paths that the message named. */
  readonly places: readonly PlacePattern[]
  /** The changes, each as a text without indices. */
  readonly changes: readonly string[]
}

/** Longer messages are not remembered. */
const LONGEST_TEXT = 4000
const MOST_CHANGES = 50

/** Returns a fix in the form that later requests can use; undefined if it concerns only this request. */
export function learnedFix(
  row: KnownRefusal,
  request: JsonObject,
  { text, places }: Said,
  fix: readonly PatchOperation[],
): LearnedFix | undefined {
  const changes = changesOf(row, request, fix)
  if (!isLasting(row) || text.length > LONGEST_TEXT || changes.length > MOST_CHANGES) return undefined
  return { rule: row.id, text, places: places.map((place) => patternOf(place, request)), changes }
}

/** Returns true if later requests are refused for the same reason. */
function isLasting(row: KnownRefusal): boolean {
  return isRule(row) || row.lasting !== undefined
}

/**
 * Returns the changes that a learned fix makes to another request; undefined without changes, or if it would
 * make a change that the provider has not accepted yet.
 */
export function fixAgain(
  learned: LearnedFix,
  row: KnownRefusal,
  request: JsonObject,
  limits: LimitsChoice | undefined,
): readonly PatchOperation[] | undefined {
  if (isRule(row)) return fixOfRule(row, request, limits)
  const places = learned.places.flatMap((place) => placesLike(place, request))
  const fix = row.fix?.(request, { text: learned.text, places })
  const isKnown = changesOf(row, request, fix ?? []).every((change) => learned.changes.includes(change))
  return isKnown ? fix : undefined
}

/**
 * Returns each change as a text without its indices: its operation and member, a new number, and the old
 * value if only that value is refused.
 */
function changesOf(row: KnownRefusal, request: JsonObject, fix: readonly PatchOperation[]): string[] {
  const isOfValue = !isRule(row) && row.lasting === 'value'
  const changes = fix.map((operation) => {
    const member = pointerTokens(operation.path).at(-1) ?? ''
    const isLimit = operation.op === 'replace' && typeof operation.value === 'number'
    const old = isOfValue ? valueAt(request, operation.path) : undefined
    return [
      operation.op,
      /^\d+$/.test(member) ? '' : member,
      isLimit ? operation.value : '',
      old === undefined ? '' : stringifyExact(old).slice(0, LONGEST_VALUE),
    ].join(' ')
  })
  return [...new Set(changes)]
}

const LONGEST_VALUE = 500
