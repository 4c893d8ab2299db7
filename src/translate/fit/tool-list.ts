import { isObject, stringOr } from '../../base/json/read-json.js'
import { isVendorTool } from '../../base/model/calls-to-answer.js'
import { mapTools } from '../../base/model/change.js'
import type { NoticeSeverity } from '../../base/model/context.js'
import type { HostedTool } from '../../base/model/hosted-settings.js'
import type {
  Conversation,
  FunctionTool,
  OpaquePart,
  ProviderTool,
  ToolChoice,
  ToolKind,
} from '../../base/model/types.js'
import { hostedForm, settleHosted } from '../../codec/shape/hosted-forms.js'
import { dropParallelSwitch, repairChoice } from '../../codec/shape/losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import { isUnderstood } from './origin.js'

const STUB = 'Stands for a tool that was used earlier in this conversation. It cannot be called any more.'

/**
 * The name of the stub. It must not depend on the history, since sent data must not change when the
 * conversation grows.
 */
const ANY_TOOL = 'unavailable_tool'

/**
 * Drops tools with a repeated name, which every server rejects; the first tool is kept. Some wires also count
 * vendor tools.
 */
export function dropDuplicateTools(conversation: Conversation, fit: FitContext): Conversation {
  const own = (conversation.tools ?? []).filter(isVendorTool)
  const sharesNames = fit.limits.vendorToolsShareNames === true
  const seen = new Set(sharesNames ? own.map(({ name }) => `\n${name}`) : [])
  for (const tool of sharesNames ? own : []) if (tool.type === 'provider') seen.add(vendorKey(tool))
  return mapTools(conversation, fit, (tool) => {
    if (tool.type === 'provider') return tool
    const key = tool.type === 'hosted' ? vendorKey(tool) : `${tool.namespace?.name ?? ''}\n${tool.name}`
    if (!seen.has(key)) {
      seen.add(key)
      if ('async' in tool && tool.async === true && fit.limits.asyncCalls !== true)
        fit.report({
          code: 'async-dropped',
          severity: 'info',
          path: fit.pathOf(tool),
          message: `the model waits for calls of ${tool.name}`,
        })
      return tool
    }
    fit.report({
      code: 'tool-duplicate',
      severity: 'warning',
      path: fit.pathOf(tool),
      message: `a tool named ${tool.name} is already declared; this one is left out`,
    })
    return undefined
  })
}

function vendorKey({ kind, name }: ProviderTool | HostedTool): string {
  return `${kind}\n\n${name}`
}

/**
 * Declares the tools that the history uses, if the target requires definitions next to a history of calls and
 * the request has none.
 */
export function declareUsedTools(conversation: Conversation, fit: FitContext): Conversation {
  const { tools = [], messages } = conversation
  const required = fit.limits.toolsRequiredWithHistory
  if (required === false || tools.length > 0) return conversation
  const used = new Set<string>()
  for (const part of messages.flatMap((message) => message.parts))
    if (part.type === 'tool-call' && !part.providerExecuted) used.add(part.name)
  if (used.size === 0) return conversation
  if (required !== true && required !== 'any') {
    fit.report({
      code: 'tools-advised',
      severity: 'info',
      path: '/tools',
      message: `${required} refuse a history with calls without tool definitions, and the request has none`,
    })
    return conversation
  }
  fit.report({
    code: 'tools-declared',
    severity: 'info',
    path: '/tools',
    message: `this wire requires tool definitions for a history with calls; ${required === 'any' ? 'one' : [...used].join(', ')} is declared, but cannot be called`,
  })
  const names = required === 'any' ? [ANY_TOOL] : [...used]
  return { ...conversation, tools: names.map(stubTool) }
}

/** Omits an empty tool list, which several servers reject (see the adapters' rules). */
export function dropEmptyToolList(conversation: Conversation, fit: FitContext): Conversation {
  const { tools, ...rest } = conversation
  if (tools === undefined || tools.length > 0) return conversation
  fit.report({
    code: 'tools-empty',
    severity: 'info',
    path: '/tools',
    message: 'no tools are left to declare; the empty list is left out',
  })
  return rest
}

function stubTool(name: string): FunctionTool {
  return { type: 'function', name, description: STUB, parameters: { type: 'object', properties: {} } }
}

/** Repairs a tool choice that does not fit the remaining tools. */
export function repairToolChoice(conversation: Conversation, fit: FitContext): Conversation {
  const { toolChoice, tools = [] } = conversation
  if (toolChoice === undefined && (conversation.parallelToolCalls === undefined || tools.length > 0))
    return conversation
  const elsewhere = declaresToolsElsewhere(conversation, fit)
  const settled =
    tools.length === 0 && !elsewhere
      ? dropSwitch(conversation, 'there are no tools to call', fit)
      : conversation
  const repaired = toolChoice && repair(toolChoice, settled, elsewhere, fit)
  if (repaired === toolChoice) return settled
  const { toolChoice: _toolChoice, ...rest } = settled
  return repaired === undefined ? rest : { ...rest, toolChoice: repaired }
}

/** Declares only the allowed tools if the target cannot restrict the choice to them. */
export function declareAllowedTools(conversation: Conversation, fit: FitContext): Conversation {
  const { toolChoice, tools = [] } = conversation
  const allowed = fit.limits.allowedTools === false ? allowedBy(toolChoice, fit) : undefined
  if (allowed === undefined) return conversation
  const names = new Set(allowed.names)
  const restricted = mapTools(conversation, fit, (tool) =>
    names.has(tool.name)
      ? tool
      : withhold(
          `${tool.name} is not among the allowed tools and is not declared`,
          'info',
          fit.pathOf(tool),
          fit,
        ),
  )
  const left = restricted.tools?.length ?? 0
  const lacks = toolChoice?.type === 'tool' ? 'no choice of one tool' : 'no list of allowed tools'
  fit.report({
    code: 'allowed-tools-declared',
    severity: 'info',
    path: '/toolChoice',
    message:
      left === tools.length
        ? `this wire has ${lacks}; all declared tools are allowed`
        : `this wire has ${lacks}; the tools that are not allowed are not declared`,
  })
  if (left === 0) return { ...conversation, toolChoice: { type: 'none' } }
  return { ...restricted, toolChoice: { type: allowed.mode } }
}

type AllowedChoice = Extract<ToolChoice, { type: 'allowed' }>

/**
 * Converts a choice of one tool to a list of one allowed tool, if the target cannot select a tool by name but
 * can require a call.
 */
function allowedBy(choice: ToolChoice | undefined, { limits }: FitContext): AllowedChoice | undefined {
  if (choice?.type !== 'tool') return choice?.type === 'allowed' ? choice : undefined
  const { toolChoices = [] } = limits
  const isOnly = toolChoices.includes('required') && !toolChoices.includes('tool')
  return isOnly ? { type: 'allowed', mode: 'required', names: [choice.name] } : undefined
}

/**
 * Drops a choice that the wire cannot express. If calls cannot be forbidden, no tools are declared, except
 * for the stub for a history of calls.
 */
export function fitToolChoice(conversation: Conversation, fit: FitContext): Conversation {
  const { toolChoice, ...rest } = conversation
  if (toolChoice === undefined || fit.limits.toolChoices?.includes(toolChoice.type) !== false)
    return conversation
  if (toolChoice.type !== 'none') {
    // This choice is also the default.
    repairChoice(fit, unsupported(toolChoice, fit), undefined, toolChoice.type === 'auto')
    return rest
  }
  repairChoice(fit, unsupported(toolChoice, fit), undefined, true)
  if ((rest.tools ?? []).length === 0) return rest
  withhold('this wire cannot forbid calls, so the tools are not declared', 'warning', '/tools', fit)
  const { tools: _tools, ...withoutTools } = rest
  return withoutTools
}

/** Returns the reason of a dropped choice: the wire, or the model and the server of this request. */
function unsupported({ type }: ToolChoice, { model, wireLimits }: FitContext): string {
  if (wireLimits.toolChoices?.includes(type) === false) return `"${type}" is not supported on this wire`
  const target = model === undefined ? 'the target' : `the model ${model}`
  return `"${type}" is not supported by ${target}, according to \`models\` or \`limits\`,`
}

function withhold(message: string, severity: NoticeSeverity, path: string, fit: FitContext): undefined {
  fit.report({ code: 'tools-withheld', severity, path, message })
}

/** Vendor tools that represent a single tool; all others may load or represent further tools. */
const SINGLE_KINDS: ReadonlySet<ToolKind> = new Set([
  'web_search',
  'code_execution',
  'file_search',
  'image_generation',
])

/** Returns true if the wire itself loads or expands tools whose names are not in the tool list. */
function declaresToolsElsewhere({ tools = [], messages }: Conversation, fit: FitContext): boolean {
  return (
    tools.some(
      (tool) => tool.type === 'provider' && tool.wire === fit.wire && !SINGLE_KINDS.has(tool.kind),
    ) ||
    messages.some(({ parts }) =>
      parts.some((part) => part.type === 'opaque' && isUnderstood(part, fit) && bringsTools(part)),
    )
  )
}

/** Items that add tools during the conversation contain `tool` in their type. */
function bringsTools({ value }: OpaquePart): boolean {
  return isObject(value) && /tool/.test(stringOr(value.type, ''))
}

/** Drops the flag for parallel calls if the target has none. */
export function fitParallelSwitch(conversation: Conversation, fit: FitContext): Conversation {
  return fit.limits.parallelSwitch === false
    ? dropSwitch(conversation, 'this wire has none', fit)
    : conversation
}

/**
 * Drops the flag. Forbidding parallel calls is a loss if there are tools; allowing them is the default of
 * models.
 */
function dropSwitch(conversation: Conversation, reason: string, fit: FitContext): Conversation {
  const { parallelToolCalls, ...rest } = conversation
  if (parallelToolCalls === undefined) return conversation
  const hasTools = (conversation.tools ?? []).length > 0
  dropParallelSwitch(reason, hasTools && !parallelToolCalls, fit)
  return rest
}

function repair(
  choice: ToolChoice,
  { tools = [] }: Conversation,
  elsewhere: boolean,
  fit: FitContext,
): ToolChoice | undefined {
  if (choice.type === 'opaque')
    return choice.wire === fit.wire ? choice : repairChoice(fit, 'belongs to another wire')
  if (tools.length === 0 && !elsewhere)
    return repairChoice(fit, 'has no tools to choose from', undefined, isIdle(choice))
  const byName = tools.filter((tool) => !isVendorTool(tool) || fit.limits.vendorToolsShareNames === true)
  const declared = new Set(byName.map((tool) => tool.name))
  const isLoadable = (name: string) => elsewhere && !tools.some((tool) => tool.name === name)
  const isKnown = (name: string) => declared.has(name) || isLoadable(name)
  const chosen = namesIn(choice)
  const names = chosen.filter(isKnown)
  if (names.some(isLoadable)) reportUndeclared(fit)
  if (names.length === chosen.length) return choice
  if (choice.type !== 'allowed') return repairChoice(fit, `names ${chosen.join()}, which is not declared`)
  if (names.length > 0) return repairChoice(fit, 'allows tools that are not declared', { ...choice, names })
  return repairChoice(fit, 'allows only tools that are not declared', { type: 'none' })
}

function namesIn(choice: ToolChoice): readonly string[] {
  if (choice.type === 'tool') return [choice.name]
  return choice.type === 'allowed' ? choice.names : []
}

/** Reports an undeclared tool choice. The wire may know the tools of the choice from another source. */
function reportUndeclared(fit: FitContext): void {
  fit.report({
    code: 'tool-choice-undeclared',
    severity: 'info',
    path: '/toolChoice',
    message: 'the tool choice names a tool that is not declared; it is assumed to be loaded by the provider',
  })
}

/** Returns true for choices that have no effect without tools. */
function isIdle(choice: ToolChoice): boolean {
  return choice.type === 'auto' || choice.type === 'none'
}

/**
 * Converts hosted tools to hosted tools of the target. Some models call a hosted tool through functions with
 * fixed names. These calls get the kind of the hosted tool again, unless the caller uses the name for another
 * tool.
 */
export function settleHostedTools(conversation: Conversation, fit: FitContext): Conversation {
  const { tools = [] } = conversation
  const names = new Set(tools.map(({ name }) => name))
  for (const { kind } of tools.filter((tool) => tool.type === 'hosted'))
    for (const name of hostedForm(fit.hosted, kind)?.calls?.split(' ') ?? [])
      if (!names.has(name)) fit.originals.set(name, { name, kind })
  return settleHosted(conversation, fit.hosted, fit, fit.derive)
}
