import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { CallIdsOfAnswer } from '../../base/model/repeated-ids.js'
import type { Conversation, Message, Part, ToolCall, ToolResult } from '../../base/model/types.js'
import { encodeResultText } from '../../codec/shape/results.js'
import type { SessionAgent } from './session-types.js'

/** A tool of an agent: its name, and the names of its arguments by their meaning. */
interface AgentTool {
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Tools that do the same in several agents. Arguments that are not listed have the same name in each agent, or keep
 * their name. Source: the tools in requests of Claude Code 2.1.330, Codex 0.169.0 and opencode 1.18.33.
 */
const TOOLS: readonly Readonly<Partial<Record<SessionAgent, AgentTool>>>[] = [
  {
    'claude-code': { name: 'Bash', fields: { command: 'command' } },
    codex: { name: 'exec_command', fields: { command: 'cmd' } },
    opencode: { name: 'bash', fields: { command: 'command' } },
  },
  {
    'claude-code': { name: 'Read', fields: { path: 'file_path' } },
    opencode: { name: 'read', fields: { path: 'filePath' } },
  },
  {
    'claude-code': { name: 'Write', fields: { path: 'file_path' } },
    opencode: { name: 'write', fields: { path: 'filePath' } },
  },
  {
    'claude-code': {
      name: 'Edit',
      fields: { path: 'file_path', old: 'old_string', new: 'new_string', all: 'replace_all' },
    },
    opencode: {
      name: 'edit',
      fields: { path: 'filePath', old: 'oldString', new: 'newString', all: 'replaceAll' },
    },
  },
  {
    'claude-code': { name: 'Grep', fields: { files: 'glob' } },
    opencode: { name: 'grep', fields: { files: 'include' } },
  },
  { 'claude-code': { name: 'Glob', fields: {} }, opencode: { name: 'glob', fields: {} } },
  { 'claude-code': { name: 'WebFetch', fields: {} }, opencode: { name: 'webfetch', fields: {} } },
]

/** The tools of older versions of Codex, whose command may be a list of words. */
const SHELL: AgentTool = { name: 'shell', fields: { command: 'command' } }
const OLDER: ReadonlyMap<string, AgentTool> = new Map([
  ['shell', SHELL],
  ['shell_command', SHELL],
])

/** A conversation with the tools of an agent. */
export interface SessionConversation {
  readonly conversation: Conversation
  /** The index of the given message that each message was made from. */
  readonly sources: readonly number[]
  /** The names of tools that the agent does not have. Their calls became text. */
  readonly missing: readonly string[]
}

/**
 * Renames the tools of a conversation to those of an agent. Calls of other tools, calls that a provider ran, and their
 * results become text.
 */
export function withToolsOf(agent: SessionAgent, conversation: Conversation): SessionConversation {
  const missing = new Set<string>()
  const given = withDistinctIds(conversation.messages)
  const results = resultsOf(given)
  const asText = new Set<string>()
  const changed = (part: Part): Part[] => {
    if (part.type === 'tool-result') return asText.has(part.callId) ? [] : [renamedResult(part, agent)]
    if (part.type !== 'tool-call') return [part]
    const renamed = part.providerExecuted ? undefined : renamedCall(part, agent)
    if (renamed !== undefined) return [renamed]
    missing.add(part.name)
    asText.add(part.id)
    return [{ type: 'text', text: textOf(part, results.get(part.id)) }]
  }
  const said = given.flatMap((message, index) => {
    const parts = textsFirst(message.parts.flatMap(changed))
    return parts.length === 0 && message.parts.length > 0 ? [] : [{ index, message: { ...message, parts } }]
  })
  const messages = said.map(({ message }) => message)
  const sources = said.map(({ index }) => index)
  return { conversation: { ...conversation, messages }, sources, missing: [...missing] }
}

/** Gives each call a unique id, and its result the same id: some models repeat the ids of earlier calls. */
function withDistinctIds(messages: readonly Message[]): readonly Message[] {
  const ids = new CallIdsOfAnswer()
  const distinct = (part: Part): Part => {
    if (part.type === 'tool-call') return { ...part, id: ids.take(part.id) }
    return part.type === 'tool-result' ? { ...part, callId: ids.answer(part) } : part
  }
  return messages.map((message) => ({ ...message, parts: message.parts.map(distinct) }))
}

/** Moves the texts before the calls: on some wires, results must directly follow the calls. */
function textsFirst(parts: readonly Part[]): readonly Part[] {
  const isCall = ({ type }: Part) => type === 'tool-call'
  const first = parts.findIndex(isCall)
  if (first === -1) return parts
  const after = parts.slice(first)
  return [...parts.slice(0, first), ...after.filter((part) => !isCall(part)), ...after.filter(isCall)]
}

function resultsOf(messages: readonly Message[]): ReadonlyMap<string, ToolResult> {
  return new Map(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-result' ? [[part.callId, part] as const] : [])),
    ),
  )
}

function renamedResult(result: ToolResult, agent: SessionAgent): ToolResult {
  const { answers: _kind, providerMetadata: _native, ...kept } = result
  const name = result.name === undefined ? undefined : toolOf(result.name)?.row[agent]?.name
  return name === undefined ? kept : { ...kept, name }
}

/** Returns undefined for a call of a tool that the agent does not have. */
function renamedCall(call: ToolCall, agent: SessionAgent): ToolCall | undefined {
  const known = toolOf(call.name)
  const target = known?.row[agent]
  if (known === undefined || target === undefined || call.kind === 'custom') return undefined
  if (call.status !== 'complete') return { ...call, name: target.name, kind: 'function' }
  const { rawArguments: _text, providerMetadata: _native, ...kept } = call
  return {
    ...kept,
    name: target.name,
    kind: 'function',
    arguments: renamedArguments(call.arguments, known.tool, target),
  }
}

/** Returns the row of a tool of any agent. */
function toolOf(name: string) {
  const older = OLDER.get(name)
  for (const row of TOOLS)
    for (const tool of Object.values(row)) {
      if (tool.name === name) return { row, tool }
      if (older !== undefined && tool.name === 'exec_command') return { row, tool: older }
    }
  return undefined
}

function renamedArguments(given: JsonObject, from: AgentTool, to: AgentTool): JsonObject {
  const meanings = new Map(Object.entries(from.fields).map(([meaning, field]) => [field, meaning]))
  const renamed = Object.entries(given).map(([field, value]) => {
    const meaning = meanings.get(field)
    if (meaning === undefined) return [field, value]
    return [to.fields[meaning] ?? field, meaning === 'command' ? commandText(value) : value]
  })
  return Object.fromEntries(renamed)
}

/** Returns a command as text. A list is a program with its arguments, often a shell with a script. */
function commandText(value: JsonValue | undefined): JsonValue | undefined {
  if (!isArray(value)) return value
  const words = value.map((word) => (typeof word === 'string' ? word : stringifyJson(word)))
  return words.length === 3 && /^-l?c$/.test(words[1] ?? '') ? words[2] : words.join(' ')
}

function textOf(call: ToolCall, result: ToolResult | undefined): string {
  const { arguments: known = {} } = call
  const given = call.rawArguments ?? (typeof known === 'string' ? known : stringifyJson(known))
  const ending = result === undefined ? '' : ` The result was: ${encodeResultText(result)}`
  return `(The tool ${call.name} was called with ${given}.${ending})`
}
