import type { JsonValue } from '../../../base/json/json-types.js'
import { isArray, isObject } from '../../../base/json/read-json.js'

/** The numbers that a field accepts. Default: any. */
export interface NumberRange {
  /** The minimum. */
  readonly least?: number
  /** The maximum. */
  readonly most?: number
  /** Accepts only integers. Default: false. */
  readonly isWhole?: true
}

/** The values that a field accepts. */
export type AcceptedValues =
  | ({ readonly type: 'number'; readonly words?: readonly string[] } & NumberRange)
  | { readonly type: 'string' | 'boolean' | 'strings' | 'object' }

/** The accepted values of fields, by path. */
export type AcceptedFields = Readonly<Record<string, AcceptedValues>>

/** Returns the range of integers from `least`. */
export function whole(least: number, most?: number): NumberRange {
  return { least, isWhole: true, ...(most !== undefined && { most }) }
}

/** Returns the range of numbers from `least` to `most`, both included. */
export function between(least: number, most: number): NumberRange {
  return { least, most }
}

/** Returns true if a value has the type that a field accepts, regardless of the range. */
export function hasAcceptedType(value: JsonValue, accepted: AcceptedValues): boolean {
  switch (accepted.type) {
    case 'strings':
      return isArray(value) && value.every((item) => typeof item === 'string')
    case 'object':
      return isObject(value)
    case 'number':
      return (
        typeof value === 'number' || (typeof value === 'string' && accepted.words?.includes(value) === true)
      )
    default:
      return typeof value === accepted.type
  }
}

/** Returns true if a number is in a range. */
export function isInRange(value: number, { least, most, isWhole }: NumberRange): boolean {
  const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number
  const isBetween = value >= (least ?? NEGATIVE_INFINITY) && value <= (most ?? POSITIVE_INFINITY)
  return isBetween && (isWhole !== true || Number.isInteger(value))
}

/** Describes a range: "integers from 1", "numbers from 0 to 2". */
export function rangeText({ least, most, isWhole }: NumberRange): string {
  const from = least === undefined ? '' : ` from ${least}`
  const to = most === undefined ? '' : ` to ${most}`
  return `${isWhole === true ? 'integers' : 'numbers'}${from}${to}`
}

/** Describes the type of accepted values. */
export function typeText(accepted: AcceptedValues): string {
  if (accepted.type === 'strings') return 'a list of strings'
  if (accepted.type === 'object') return 'an object'
  const words = accepted.type === 'number' ? (accepted.words ?? []) : []
  return [`a ${accepted.type}`, ...words.map((word) => `"${word}"`)].join(' or ')
}
