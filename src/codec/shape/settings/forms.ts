import type { JsonValue } from '../../../base/json/json-types.js'
import { asJson, isArray, isObject } from '../../../base/json/read-json.js'
import { compact } from '../../../base/json/write-json.js'
import type { LogProbabilities } from '../../../base/model/types.js'
import { type AcceptedValues, type NumberRange, whole } from './accepted-values.js'
import type { SettingForm } from './settings-table.js'

export { between, whole } from './accepted-values.js'

// The forms of settings that many wires have. Wires differ in the fields and the words.

/** The name of a form that is encoded only for requests that used it. */
interface FormName {
  readonly name?: string | undefined
}

type Guard<Value> = (value: JsonValue | undefined) => value is Value & JsonValue

/** Creates the form of a field that contains the setting unchanged. */
function plain<Value>(
  field: string,
  guard: Guard<Value>,
  { name, accepted }: FormName & { readonly accepted: AcceptedValues },
): SettingForm<Value> {
  return {
    ...(name !== undefined && { name }),
    fields: [field],
    accepts: { [field]: accepted },
    decode: ({ [field]: value }) => (guard(value) ? value : undefined),
    encode: (value) => ({ [field]: asJson(value) }),
  }
}

/** Creates the form of a setting with a text value. */
export function text(field: string, name?: string): SettingForm<string> {
  return plain(field, (value) => typeof value === 'string', { name, accepted: { type: 'string' } })
}

/** Creates the form of a setting with a number value. */
export function number(
  field: string,
  { name, ...accepted }: FormName & NumberRange & { readonly words?: readonly string[] } = {},
): SettingForm<number> {
  return plain(field, (value) => typeof value === 'number', {
    name,
    accepted: { type: 'number', ...accepted },
  })
}

/** Creates the form of a setting with a boolean value. */
export function boolean(field: string): SettingForm<boolean> {
  return plain(field, (value) => typeof value === 'boolean', { accepted: { type: 'boolean' } })
}

function isTexts(values: readonly JsonValue[]): boolean {
  return values.every((value) => typeof value === 'string')
}

/** Creates the form of a setting with a list of texts. */
export function texts(field: string): SettingForm<readonly string[]> {
  return plain(field, (value): value is readonly string[] => isArray(value) && isTexts(value), {
    accepted: { type: 'strings' },
  })
}

/** Creates the form of a text that represents a list with one text. */
export function singleText(field: string): SettingForm<readonly string[]> {
  return {
    name: 'text',
    fields: [field],
    accepts: { [field]: { type: 'string' } },
    decode: ({ [field]: value }) => (typeof value === 'string' ? [value] : undefined),
    encode: (value) => ({ [field]: value.length === 1 ? value[0] : value }),
  }
}

/** Creates the form of an object whose members are all texts. */
export function textMembers(field: string): SettingForm<Readonly<Record<string, string>>> {
  return plain(
    field,
    (value): value is Readonly<Record<string, string>> => isObject(value) && isTexts(Object.values(value)),
    { accepted: { type: 'object' } },
  )
}

/**
 * The words of a wire and their meanings. Of several words with the same meaning, the first one is encoded.
 */
export type Words<Meaning extends string> = Readonly<Record<string, Meaning>>

/** Returns a table of words that are the same in the canonical model. */
export function sameWords<Word extends string>(words: readonly Word[]): Words<Word> {
  return Object.fromEntries(words.map((word) => [word, word]))
}

/** Returns the meaning of a word of the wire, if known. */
export function meaningOf<Meaning extends string>(
  words: Words<Meaning>,
  word: JsonValue | undefined,
): Meaning | undefined {
  return typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : undefined
}

/** Returns the word of the wire for a meaning, if it has one. */
export function wordFor<Meaning extends string>(
  words: Words<Meaning>,
  meaning: Meaning | undefined,
): string | undefined {
  return meaning && Object.keys(words).find((word) => words[word] === meaning)
}

/** Creates the form of a setting whose value is one of the wire's words. */
export function word<Meaning extends string>(field: string, words: Words<Meaning>): SettingForm<Meaning> {
  return {
    fields: [field],
    accepts: { [field]: { type: 'string' } },
    decode: ({ [field]: value }) => meaningOf(words, value),
    encode(meaning, tell) {
      const value = wordFor(words, meaning)
      if (value === undefined) tell.lost()
      return { [field]: value }
    },
  }
}

/**
 * Creates the form of log probabilities: a boolean flag, and the number of alternatives, which some wires
 * reject if the flag is off.
 * @param isOff true if the wire accepts a flag that is off. Without the flag, off is the default.
 * @param most the maximum number of alternatives. Default: 20.
 */
export function logProbabilities(
  switchField: string,
  numberField: string,
  isOff: boolean,
  most = 20,
): SettingForm<LogProbabilities> {
  return {
    fields: [switchField, numberField],
    accepts: { [switchField]: { type: 'boolean' }, [numberField]: { type: 'number', ...whole(0, most) } },
    decode({ [switchField]: said, [numberField]: count }) {
      const enabled = said === true || (said === false && isOff) ? said : undefined
      const top = typeof count === 'number' ? count : undefined
      return enabled === undefined && top === undefined ? undefined : compact({ enabled, top })
    },
    encode({ enabled, top }, tell) {
      const isImplied = top !== undefined && top > 0
      const isOn = enabled ?? (isImplied || undefined)
      const canSay = isOn !== false || isOff
      if (!canSay) tell.lost('enabled')
      return { [switchField]: canSay ? isOn : undefined, [numberField]: top }
    },
  }
}
