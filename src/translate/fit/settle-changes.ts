import { isHandover, isVendorTool } from '../../base/model/calls-to-answer.js'
import { keepParts, mapMessages } from '../../base/model/change.js'
import { inform, warn } from '../../base/model/context.js'
import type {
  Conversation,
  OpaquePart,
  Part,
  Reasoning,
  Settings,
  StateChange,
  ToolDefinition,
  ToolReference,
} from '../../base/model/types.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import { isDeferred, toolsNamedIn } from './deferred.js'
import { isUnderstood } from './origin.js'

/**
 * Applies the changes that parts of other wires make to tools and settings in mid-conversation: the request
 * contains the final state. The target's own parts are kept, as are all parts in formats that carry them.
 */
export function settleChanges(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.carries?.includes('opaque')) return conversation
  const parts = conversation.messages.flatMap((message) => message.parts)
  const changed = parts.filter((part) => isForeignChange(part, fit))
  if (changed.length === 0) return conversation
  const settled = settleTools(settleSettings(conversation, changed, fit), changed, fit)
  return mapMessages(settled, fit, (message) =>
    keepParts(message, fit, (part) => (isForeignChange(part, fit) && isRead(part) ? undefined : part)),
  )
}

interface ChangingPart extends OpaquePart {
  readonly changes: readonly StateChange[]
}

function isForeignChange(part: Part, fit: FitContext): part is ChangingPart {
  return part.type === 'opaque' && part.changes !== undefined && !isUnderstood(part, fit) && !isHandover(part)
}

/** Returns true if the changes express the complete meaning of the part. */
function isRead({ changes }: ChangingPart): boolean {
  return changes.every(({ type }) => type !== 'other')
}

function settleSettings(
  conversation: Conversation,
  parts: readonly ChangingPart[],
  fit: FitContext,
): Conversation {
  let settled = conversation
  for (const part of parts)
    for (const change of part.changes) {
      if (change.type !== 'settings') continue
      const names = Object.keys(change.settings).join(', ')
      const says = `the history changes ${names} here, and this wire has one value for a whole request: the last one`
      inform('settings-changed', says, { ...fit, path: fit.pathOf(part) })
      settled = withSettings(settled, change.settings)
    }
  return settled
}

function withSettings(conversation: Conversation, { reasoning, ...others }: Settings): Conversation {
  const settled = { ...conversation, ...others }
  return reasoning === undefined
    ? settled
    : { ...settled, reasoning: withReasoning(conversation.reasoning, reasoning) }
}

/**
 * Merges a change of reasoning. An effort enables reasoning by default, so a change that enables reasoning
 * only cancels an earlier `off`.
 */
function withReasoning(before: Reasoning = {}, { enabled, ...change }: Reasoning): Reasoning {
  if (enabled === false) return { ...change, enabled }
  const { enabled: wasEnabled, ...rest } = before
  const isKept = wasEnabled !== undefined && (wasEnabled || enabled === undefined)
  return { ...rest, ...change, ...(isKept && { enabled: wasEnabled }) }
}

/** A tool of the request or of a change; `isOffered` if the model may call it. */
interface KnownTool {
  tool: ToolDefinition
  isOffered: boolean
}

function settleTools(
  conversation: Conversation,
  parts: readonly ChangingPart[],
  fit: FitContext,
): Conversation {
  const changing = parts.filter(({ changes }) => changes.some(changesTools))
  if (changing.length === 0) return conversation
  const known = startOf(conversation)
  for (const part of changing) {
    inform(
      'tools-changed',
      'the history changes tools here, and this wire has one list for a whole request: that of its end',
      { ...fit, path: fit.pathOf(part) },
    )
    for (const change of part.changes) applyChange(change, part, known, fit)
  }
  const tools = known.flatMap(({ tool, isOffered }) => (isOffered ? [tool] : []))
  reportWithdrawn(conversation.tools ?? [], tools, fit)
  return { ...conversation, tools }
}

function changesTools({ type }: StateChange): boolean {
  return type === 'tools-added' || type === 'tools-offered' || type === 'tools-withdrawn'
}

/**
 * Returns the tools at the start of a conversation. Deferred tools are hidden until a search finds them.
 * Without a search tool, they are hidden until a change offers them or the history names them.
 */
function startOf(conversation: Conversation): KnownTool[] {
  const { tools = [], messages } = conversation
  const canSearch = tools.some((tool) => isVendorTool(tool) && tool.kind === 'tool_search')
  const named = toolsNamedIn(messages)
  const isShown = (tool: ToolDefinition) => canSearch || !isDeferred(tool) || named.has(tool.name)
  return tools.map((tool) => ({ tool, isOffered: isShown(tool) }))
}

function applyChange(change: StateChange, part: ChangingPart, known: KnownTool[], fit: FitContext): void {
  switch (change.type) {
    case 'tools-added':
      for (const tool of change.tools) addTool(fit.derive(part, tool), known)
      return
    case 'tools-offered':
    case 'tools-withdrawn':
      for (const reference of change.tools) {
        const meant = known.filter(({ tool }) => isMeant(tool, reference))
        if (meant.length === 0) reportUnknown(reference, part, fit)
        for (const one of meant) one.isOffered = change.type === 'tools-offered'
      }
  }
}

/** Adds a tool. A later definition replaces an earlier definition of the same name. */
function addTool(tool: ToolDefinition, known: KnownTool[]): void {
  const same = known.find((one) => isSameTool(one.tool, tool))
  if (same === undefined) known.push({ tool, isOffered: true })
  else Object.assign(same, { tool, isOffered: true })
}

function isSameTool(one: ToolDefinition, other: ToolDefinition): boolean {
  return (
    one.name === other.name && isServer(one) === isServer(other) && namespaceOf(one) === namespaceOf(other)
  )
}

function isMeant(tool: ToolDefinition, { name, kind }: ToolReference): boolean {
  return tool.name === name && isServer(tool) === (kind === 'mcp')
}

function isServer(tool: ToolDefinition): boolean {
  return isVendorTool(tool) && tool.kind === 'mcp'
}

function namespaceOf(tool: ToolDefinition): string | undefined {
  return isVendorTool(tool) ? undefined : tool.namespace?.name
}

function reportUnknown({ name }: ToolReference, part: ChangingPart, fit: FitContext): void {
  const path = fit.pathOf(part)
  warn('tool-change-unresolved', `the history changes the tool ${name}, which is not declared`, {
    ...fit,
    path,
  })
}

function reportWithdrawn(
  before: readonly ToolDefinition[],
  after: readonly ToolDefinition[],
  fit: FitContext,
): void {
  for (const tool of before.filter((one) => !after.includes(one)))
    inform('tools-withheld', `${tool.name} is not offered at the end of the history and is not declared`, {
      ...fit,
      path: fit.pathOf(tool),
    })
}
