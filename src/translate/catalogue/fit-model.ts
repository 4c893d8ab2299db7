import { objectIn } from '../../base/json/read-json.js'
import { metadataOf, withMetadata } from '../../base/model/metadata.js'
import type { Conversation, Reasoning } from '../../base/model/types.js'
import { refuseSetting, repairChoice, withoutSettings } from '../../codec/shape/losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import { bounded, budgetOf, effortOf, effortOfBudget } from './effort-ladder.js'
import type { FoundModel, ModelReasoning, ModelRow } from './model-row.js'

/** The context of the steps of this file: the usual context, and a flag to fill in a missing output limit. */
type ModelFit = FitContext & { readonly fill: boolean }

/** Fits the output limit, the reasoning and related settings to the model. */
export function fitModel(conversation: Conversation, row: FoundModel, fit: ModelFit): Conversation {
  if (row.assumedFrom !== undefined)
    fit.report({
      code: 'model-assumed',
      severity: 'info',
      path: '/model',
      message: `${row.name} is not in the catalogue; the facts of ${row.assumedFrom} are assumed`,
    })
  const reasoned = fitReasoning(fitOutput(conversation, row, fit), row, fit)
  return inUsualForms(withoutRefused(fitFunctionTools(reasoned, row, fit), row, fit), row, fit)
}

/** Replaces the forms of settings that the model refuses with the usual forms. */
function inUsualForms(conversation: Conversation, { usualForms }: ModelRow, fit: ModelFit): Conversation {
  const own = metadataOf(conversation, fit)
  const forms = Object.entries(objectIn(own?.forms))
  const isRefused = (name: string) => usualForms?.[fit.wire]?.some((setting) => setting === name) === true
  const kept = forms.filter(([name]) => !isRefused(name))
  if (kept.length === forms.length) return conversation
  return withMetadata(conversation, { ...own, forms: Object.fromEntries(kept) }, fit)
}

/** Switches reasoning off if the model accepts function tools on this wire only without reasoning. */
function fitFunctionTools(conversation: Conversation, row: ModelRow, fit: ModelFit): Conversation {
  const { reasoning, tools = [] } = conversation
  const accepted = row.functionTools?.[fit.wire]
  if (accepted === undefined || !tools.some(({ type }) => type !== 'provider')) return conversation
  const { name, reasoning: known } = row
  if (accepted === 'refused') {
    fit.report({
      code: 'tools-refused',
      severity: 'warning',
      path: '/tools',
      message: `${name} refuses function tools on ${fit.wire}; use another wire of the provider`,
    })
    return conversation
  }
  const isOff = known && known.startsOff === true ? !isOn(reasoning, known) : reasoning?.enabled === false
  if (isOff) return conversation
  fit.report({
    code: 'reasoning-switched-off',
    severity: 'warning',
    path: '/reasoning',
    message: `${name} accepts function tools on ${fit.wire} only without reasoning; it is switched off`,
  })
  return { ...conversation, reasoning: { enabled: false } }
}

function fitOutput(conversation: Conversation, { name, output }: ModelRow, fit: ModelFit): Conversation {
  const { maxOutputTokens: asked } = conversation
  const path = '/maxOutputTokens'
  if (output === undefined) return conversation
  if (asked === undefined && fit.fill && fit.limits.requiresMaxOutputTokens === true)
    fit.report({
      code: 'output-limit-filled',
      severity: 'info',
      path,
      message: `this wire requires an output limit; it is set to ${output}, the maximum of ${name}`,
    })
  else if (asked !== undefined && asked > output)
    fit.report({
      code: 'output-limit-lowered',
      severity: 'info',
      path,
      message: `${name} returns at most ${output} tokens; the output limit is lowered to that number`,
      detail: asked,
    })
  else return conversation
  return { ...conversation, maxOutputTokens: output }
}

function fitReasoning(conversation: Conversation, row: ModelRow, fit: ModelFit): Conversation {
  const { reasoning, ...rest } = conversation
  const known = row.reasoning && onWire(row.reasoning, fit.wire)
  if (reasoning === undefined || known === undefined) return conversation
  if (known === false) {
    refuseSetting('/reasoning', `${row.name} does not reason`, fit, reasoning.enabled !== false)
    return rest
  }
  const on = withoutOff(reasoning, known, row.name, fit)
  const fitted = on && fitDepth(on, known, conversation.maxOutputTokens, { ...fit, name: row.name })
  return fitted === undefined || Object.keys(fitted).length === 0
    ? rest
    : fitted === reasoning
      ? conversation
      : { ...conversation, reasoning: fitted }
}

function onWire(known: ModelReasoning, wire: string): ModelReasoning {
  const efforts = known.effortsOn?.[wire]
  return efforts === undefined ? known : { ...known, efforts }
}

/** Sets reasoning to the minimum if it cannot be disabled. */
function withoutOff(
  reasoning: Reasoning,
  { alwaysOn, efforts }: ModelReasoning,
  name: string,
  fit: ModelFit,
): Reasoning | undefined {
  if (reasoning.enabled !== false || alwaysOn !== true) return reasoning
  const [least] = efforts ?? []
  fit.report({
    code: 'reasoning-always-on',
    severity: 'warning',
    path: '/reasoning/enabled',
    message: `${name} always reasons; ${least === undefined ? 'the switch is left out' : `its effort is ${least}, the least there is`}`,
  })
  const { enabled: _enabled, ...rest } = reasoning
  return least === undefined ? rest : { ...rest, effort: least }
}

type DepthFit = ModelFit & { readonly name: string }

/**
 * Converts the depth to a form that the model accepts and the wire has a field for: an effort, a number of
 * tokens, or either.
 */
function fitDepth(
  reasoning: Reasoning,
  known: ModelReasoning,
  limit: number | undefined,
  fit: DepthFit,
): Reasoning {
  if (reasoning.enabled === false) return withLowEffort(reasoning, known, fit)
  const { reasoningDepth: place = 'either' } = fit.limits
  // If the wire has a field for only one form, the server converts the value to the form of the model.
  const takesBudget = place === 'budget' || (place === 'either' && known.budget !== undefined)
  const takesEffort =
    place === 'effort' || (place === 'either' && (known.efforts !== undefined || known.budget === undefined))
  const { effort, budgetTokens } = reasoning
  if (budgetTokens !== undefined && !takesBudget) return budgetAsEffort(reasoning, budgetTokens, known, fit)
  if (effort !== undefined && !takesEffort) return effortAsBudget(reasoning, known, limit, fit)
  return withSwitch(withinBounds(withKnownEffort(reasoning, known, fit), known, fit), known)
}

/** Lowers the effort to the highest one that is accepted without reasoning. */
function withLowEffort(reasoning: Reasoning, known: ModelReasoning, fit: DepthFit): Reasoning {
  const { efforts = [], offUpTo } = known
  if (offUpTo === undefined) return reasoning
  return withKnownEffort(
    reasoning,
    { ...known, efforts: efforts.slice(0, efforts.indexOf(offUpTo) + 1) },
    fit,
  )
}

/** Enables reasoning for a requested depth, even on models that require a separate field for this. */
function withSwitch(reasoning: Reasoning, { startsOff, effortLeavesOff }: ModelReasoning): Reasoning {
  const isAsked = startsOff === true && effortLeavesOff !== true && reasoning.effort !== undefined
  return isAsked && reasoning.enabled === undefined ? { ...reasoning, enabled: true } : reasoning
}

function budgetAsEffort(
  { budgetTokens: _budget, ...rest }: Reasoning,
  tokens: number,
  known: ModelReasoning,
  fit: DepthFit,
): Reasoning {
  const made = rest.effort ?? effortOfBudget(known, tokens)
  if (made === undefined) {
    refuseSetting('/reasoning/budgetTokens', `${fit.name} accepts no budgetTokens`, fit)
    return { enabled: true, ...rest }
  }
  fit.report({
    code: 'effort-from-budget',
    severity: 'info',
    path: '/reasoning/budgetTokens',
    message: `the model accepts no thinking budget; the effort is set to ${made}`,
    detail: tokens,
  })
  return withKnownEffort({ enabled: true, ...rest, effort: made }, known, fit)
}

function effortAsBudget(
  { effort, ...rest }: Reasoning,
  known: ModelReasoning,
  limit: number | undefined,
  fit: DepthFit,
): Reasoning {
  if (effort === undefined) return rest
  if (rest.budgetTokens !== undefined || (known.budget === undefined && known.efforts !== undefined)) {
    refuseSetting('/reasoning/effort', `${fit.name} accepts no effort`, fit)
    return rest.budgetTokens === undefined ? { enabled: true, ...rest } : withinBounds(rest, known, fit)
  }
  // A budget converted from an effort leaves room for the answer.
  const room = limit === undefined ? Number.POSITIVE_INFINITY : Math.floor(limit / 2)
  const budgetTokens = Math.max(Math.min(budgetOf(known, effort), room), known.budget?.least ?? 0)
  fit.report({
    code: 'budget-from-effort',
    severity: 'info',
    path: '/reasoning/effort',
    message: `the model accepts no effort; the thinking budget is set to ${budgetTokens} tokens`,
    detail: effort,
  })
  return { ...rest, budgetTokens }
}

function withKnownEffort(reasoning: Reasoning, known: ModelReasoning, fit: DepthFit): Reasoning {
  const { effort: wanted, ...rest } = reasoning
  if (wanted === undefined) return reasoning
  const effort = effortOf(known, wanted)
  if (effort === wanted) return reasoning
  if (effort === undefined) {
    refuseSetting('/reasoning/effort', `${fit.name} accepts no effort`, fit)
    return rest
  }
  fit.report({
    code: 'effort-changed',
    severity: 'info',
    path: '/reasoning/effort',
    message: `${fit.name} has no effort ${wanted}; it becomes ${effort}`,
    detail: wanted,
  })
  return { ...rest, effort }
}

function withinBounds(reasoning: Reasoning, known: ModelReasoning, fit: DepthFit): Reasoning {
  const { budgetTokens: asked } = reasoning
  if (asked === undefined) return reasoning
  const budgetTokens = bounded(known, asked)
  if (budgetTokens === asked) return reasoning
  fit.report({
    code: 'thinking-budget-bounded',
    severity: 'info',
    path: '/reasoning/budgetTokens',
    message: `the thinking budget of ${fit.name} becomes ${budgetTokens}, which is within its bounds`,
    detail: asked,
  })
  return { ...reasoning, budgetTokens }
}

/** Drops the tool choice and the settings that the model rejects if reasoning is on. */
function withoutRefused(
  conversation: Conversation,
  { name, reasoning }: ModelRow,
  fit: ModelFit,
): Conversation {
  if (!reasoning || !isOn(conversation.reasoning, reasoning)) return conversation
  const { toolChoice, ...rest } = conversation
  const isRefused = toolChoice !== undefined && reasoning.toolChoices?.includes(toolChoice.type) === false
  if (isRefused) repairChoice(fit, `"${toolChoice.type}" is refused by ${name} while it reasons`)
  return withoutSettings(
    isRefused ? rest : conversation,
    reasoning.refusedSettings,
    `${name} does not accept it while it reasons`,
    fit,
  )
}

function isOn(
  { enabled, effort, budgetTokens }: Reasoning = {},
  { startsOff, effortLeavesOff }: ModelReasoning,
): boolean {
  if (enabled !== undefined) return enabled
  const isAsked = budgetTokens !== undefined || (effort !== undefined && effortLeavesOff !== true)
  return startsOff !== true || isAsked
}
