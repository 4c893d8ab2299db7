import type { JsonValue } from '../../../base/json/json-types.js'
import { isObject } from '../../../base/json/read-json.js'
import type { Context } from '../../../base/model/context.js'
import { isNegligible, type NegligibleSettings } from '../fields.js'
import { type NumberRange, rangeText } from './accepted-values.js'

/**
 * Settings that do not change the answer: either with any value, or with one of the listed values, which are
 * defaults.
 */
const UNMISSED: NegligibleSettings = {
  metadata: 'any',
  endUser: 'any',
  cacheKey: 'any',
  serviceTier: 'any',
  stop: [[]],
  frequencyPenalty: [0],
  presencePenalty: [0],
  verbosity: ['medium'],
  logProbabilities: [{ enabled: false }, { top: 0 }, { enabled: false, top: 0 }],
  'logProbabilities/enabled': [false],
  outputFormat: [{ type: 'text' }],
  'outputFormat/name': 'any',
  'outputFormat/description': 'any',
  'outputFormat/strict': [true],
  'reasoning/summary': 'any',
}

/**
 * Reports a setting, or members of a setting, for which this wire has no field.
 * @param members '' for the complete setting.
 */
export function dropSetting(
  name: string,
  members: readonly string[],
  value: JsonValue,
  context: Context,
): void {
  const paths = members.map((member) => (member === '' ? name : `${name}/${member}`))
  const [path = name] = paths
  const isMissed = members.some((member, index) => {
    const lost = isObject(value) && member !== '' ? value[member] : value
    return !isNegligible(UNMISSED, paths[index] ?? name, lost)
  })
  context.report({
    code: 'setting-dropped',
    severity: isMissed ? 'warning' : 'info',
    path: `/${paths.length === 1 ? path : name}`,
    message: `this wire does not support ${paths.join(', ')} with this value; it is left out`,
    detail: value,
  })
}

/** Reports a member of a setting that this wire requires and that was missing. */
export function addToSetting(name: string, member: string, value: string, context: Context): void {
  const message = `this wire requires ${name}/${member}; it is set to "${value}"`
  context.report({ code: 'setting-completed', severity: 'info', path: `/${name}/${member}`, message })
}

/** Reports a number outside the accepted range. The number is sent unchanged. */
export function reportOutOfRange(path: string, value: number, range: NumberRange, context: Context): void {
  const message = `this wire accepts ${rangeText(range)} as ${path}; ${value} is sent unchanged and may be refused`
  context.report({ code: 'setting-out-of-range', severity: 'warning', path: `/${path}`, message })
}
