import type { JsonValue } from '../../../base/json/json-types.js'
import { compact, equalJson } from '../../../base/json/write-json.js'
import type { Reasoning, ReasoningEffort, ReasoningSummary } from '../../../base/model/types.js'
import { meaningOf, type Words, wordFor } from './forms.js'
import type { Leaves, SettingForm, Telling } from './settings-table.js'

/** A native value for a summary, and its meaning. */
type SummaryValue = readonly [value: JsonValue, meaning: ReasoningSummary]

type ReasoningField = readonly [field: string, value: JsonValue]

/** The fields of reasoning on a wire. An absent member means that the wire lacks the field. */
export interface ReasoningFields {
  /** Named forms are encoded only for requests that used them. The unnamed form is the default. */
  readonly name?: string
  /** The reasoning effort as a word. */
  readonly effort?: readonly [field: string, words: Words<ReasoningEffort>]
  /** The field and value that disable reasoning. */
  readonly off?: ReasoningField
  /** The field and value that enable reasoning without an effort. */
  readonly on?: ReasoningField
  /** The field of the budget in tokens, and another field that the budget requires. */
  readonly budget?: readonly [field: string, beside?: ReasoningField]
  /** True if the wire rejects a budget and an effort together. Default: false. */
  readonly isExclusive?: true
  /** The field of the summary, the values of this field, and another field that the summary requires. */
  readonly summary?: readonly [field: string, values: readonly SummaryValue[], needs?: string]
}

/** Creates the form of `Settings.reasoning` on a wire. */
export function reasoning(fields: ReasoningFields): SettingForm<Reasoning> {
  const { effort, off, on, budget, summary } = fields
  const [budgetField, beside] = budget ?? []
  const names = [effort?.[0], off?.[0], on?.[0], budgetField, beside?.[0], summary?.[0]]
  return {
    ...(fields.name !== undefined && { name: fields.name }),
    fields: [...new Set(names.flatMap((name) => name ?? []))],
    ...(budgetField !== undefined && { accepts: { [budgetField]: { type: 'number', isWhole: true } } }),
    decode: (leaves) => decode(leaves, fields),
    encode: (value, tell) => encode(value, fields, tell),
  }
}

function decode(leaves: Leaves, fields: ReasoningFields): Reasoning | undefined {
  const { effort, summary } = fields
  const how = howDeep(leaves, fields)
  if (how === undefined) return undefined
  const value: Reasoning = compact({
    ...how,
    effort: effort && meaningOf(effort[1], leaves[effort[0]]),
    summary: summary?.[1].find(([value]) => equalJson(value, leaves[summary[0]]))?.[1],
  })
  return Object.keys(value).length === 0 ? undefined : value
}

/** Decodes the flag and the budget; undefined if the flag has an unknown value. */
function howDeep(leaves: Leaves, { off, on, budget, effort }: ReasoningFields): Reasoning | undefined {
  const says = (said: ReasoningField | undefined) => said !== undefined && equalJson(leaves[said[0]], said[1])
  const [budgetField = '', beside] = budget ?? []
  const tokens = leaves[budgetField]
  if (says(off)) return { enabled: false }
  if (says(on) && on?.[0] === budgetField) return { enabled: true }
  if (typeof tokens === 'number' && (beside === undefined || says(beside))) return { budgetTokens: tokens }
  if (says(on) || says(beside)) return { enabled: true }
  const others = [off, on].flatMap((said) => (said && said[0] !== effort?.[0] ? said[0] : []))
  return others.some((field) => leaves[field] !== undefined) ? undefined : {}
}

function encode(value: Reasoning, fields: ReasoningFields, tell: Telling): Leaves {
  const { effort, summary } = fields
  const depth = effort && wordFor(effort[1], value.effort)
  const written: Record<string, JsonValue> = Object.fromEntries(
    encodeSwitch(value, fields, depth !== undefined, tell),
  )
  if (effort !== undefined && depth !== undefined && canStand(effort[0], written, fields))
    written[effort[0]] = depth
  else if (value.effort !== undefined) tell.lost('effort')
  const shown = summary?.[1].find(([, meaning]) => meaning === value.summary)
  const isAlone = summary?.[2] !== undefined && written[summary[2]] === undefined
  if (summary !== undefined && shown !== undefined && !isAlone) written[summary[0]] = shown[0]
  else if (value.summary !== undefined) tell.lost('summary')
  return written
}

/** Encodes the flag and the budget. */
function encodeSwitch(
  { enabled, budgetTokens }: Reasoning,
  { off, on, budget, effort, isExclusive }: ReasoningFields,
  hasDepth: boolean,
  tell: Telling,
): readonly ReasoningField[] {
  if (enabled === false && off !== undefined) return [off]
  if (enabled !== false && budgetTokens !== undefined && budget !== undefined) {
    const [field, beside] = budget
    return [[field, budgetTokens], ...(beside === undefined ? [] : [beside])]
  }
  if (enabled !== false && budgetTokens !== undefined) tell.lost('budgetTokens')
  const isEither = (isExclusive === true && on?.[0] === budget?.[0]) || on?.[0] === effort?.[0]
  // On wires that cannot express both, an effort also enables reasoning.
  if (enabled === undefined || (enabled && hasDepth && (on === undefined || isEither))) return []
  if (enabled && on !== undefined) return [on]
  tell.lost('enabled')
  return []
}

/** Returns true if the effort is compatible with the encoded flag and budget. */
function canStand(field: string, written: Leaves, { isExclusive, budget }: ReasoningFields): boolean {
  const isBudgeted = isExclusive === true && written[budget?.[0] ?? ''] !== undefined
  return !isBudgeted && written[field] === undefined
}
