import type { NumberRange } from './accepted-values.js'
import type { AllSettings, SettingForm, SettingsTable } from './settings-table.js'

/** The path of a setting with a number value, also inside another setting. */
type NumberSetting = keyof AllSettings | 'logProbabilities/top'

/** The numbers that a wire accepts, by the path of the setting. */
export type SettingRanges = Readonly<Partial<Record<NumberSetting, NumberRange>>>

const SETTINGS: readonly (keyof AllSettings)[] = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'seed',
  'frequencyPenalty',
  'presencePenalty',
]

/** Returns the ranges of the settings in a table, in the encoded forms. */
export function rangesOf(table: SettingsTable): SettingRanges {
  const ranges: Partial<Record<NumberSetting, NumberRange>> = {}
  for (const name of SETTINGS) {
    const range = rangeOf(usualForm(table[name]))
    if (range !== undefined) ranges[name] = range
  }
  const top = rangeOf(usualForm(table.logProbabilities))
  return top === undefined ? ranges : { ...ranges, 'logProbabilities/top': top }
}

type Form = Pick<SettingForm<never>, 'name' | 'accepts'>

function usualForm(forms: readonly Form[] | 'elsewhere' | undefined): Form | undefined {
  if (forms === undefined || forms === 'elsewhere') return undefined
  return forms.find(({ name }) => name === undefined) ?? forms[0]
}

function rangeOf(form: Form | undefined): NumberRange | undefined {
  for (const accepted of Object.values(form?.accepts ?? {})) {
    if (accepted.type !== 'number') continue
    const { type: _type, words: _words, ...range } = accepted
    return Object.keys(range).length === 0 ? undefined : range
  }
  return undefined
}
