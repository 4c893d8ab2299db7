import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectOr, stringOr } from '../../base/json/read-json.js'
import { mintId } from '../../base/model/ids.js'
import type { Message, Part, Role, TextPart, ToolCall, ToolResult } from '../../base/model/types.js'
import { readForeignPart, readOutput } from './foreign-parts.js'

/** The roles of other formats, as canonical roles. */
const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  model: 'assistant',
  tool: 'tool',
}

/** Members of entries that are decoded or have no meaning in another format. */
const KNOWN: readonly string[] = [
  ...['type', 'role', 'content', 'parts', 'tool_calls', 'tool_call_id', 'id', 'status'],
  ...['name', 'refusal', 'annotations', 'audio', 'function_call', 'phase'],
]

/**
 * Converts a complete history of another format into canonical messages; undefined if any part of it is
 * unknown.
 */
export function readHistory(history: JsonValue): Message[] | undefined {
  if (typeof history === 'string') return [{ role: 'user', parts: [{ type: 'text', text: history }] }]
  if (!isArray(history)) return undefined
  const messages: Message[] = []
  for (const entry of history) {
    const read = isObject(entry) ? readEntry(entry) : undefined
    if (read === undefined) return undefined
    for (const message of read) addMessage(messages, message)
  }
  return paired(messages)
}

/** Converts instructions: one text or several. */
export function readInstructions(given: JsonValue): TextPart[] | undefined {
  const content = isObject(given) ? (given.parts ?? [given]) : given
  const parts = partsIn(content)
  const texts = (parts ?? []).filter((part) => part.type === 'text')
  return parts === undefined || texts.length < parts.length ? undefined : texts
}

/** Joins calls and results that are separate entries with their neighbours. */
function addMessage(messages: Message[], message: Message): void {
  const latest = messages.at(-1)
  const isJoined = latest?.role === message.role && (message.role === 'assistant' || message.role === 'tool')
  if (latest === undefined || !isJoined) messages.push(message)
  else messages.splice(-1, 1, { role: message.role, parts: [...latest.parts, ...message.parts] })
}

function readEntry(entry: JsonObject): Message[] | undefined {
  const { role: named = 'user', content, parts, tool_calls: calls, tool_call_id: callId } = entry
  const part = readForeignPart(entry)
  if (part?.type === 'tool-call') return [{ role: 'assistant', parts: [part] }]
  if (part?.type === 'tool-result') return [{ role: 'tool', parts: [part] }]
  if (Object.entries(entry).some(([key, value]) => value !== null && !KNOWN.includes(key))) return undefined
  const role = typeof named === 'string' && Object.hasOwn(ROLES, named) ? ROLES[named] : undefined
  if (role === undefined || objectOr(entry.audio ?? entry.function_call, undefined)) return undefined
  if (role === 'tool' && typeof callId === 'string') return toolEntry(callId, entry)
  const said = partsIn(content ?? parts ?? [])
  const called = partsIn(calls ?? [])
  return said && called && separated(role, [...said, ...called])
}

function toolEntry(callId: string, { content = '', name }: JsonObject): Message[] | undefined {
  const output = readOutput(content, false)
  if (output === undefined) return undefined
  const head = { type: 'tool-result' as const, callId, name: stringOr(name, ''), output }
  return [{ role: 'tool', parts: [{ ...head, isError: false, providerExecuted: false }] }]
}

/** Puts results into separate messages before the other parts. */
function separated(role: Role, parts: readonly Part[]): Message[] | undefined {
  const results = parts.filter((part) => part.type === 'tool-result')
  const others = parts.filter((part) => part.type !== 'tool-result')
  if (role === 'assistant') return results.length > 0 ? undefined : [{ role, parts }]
  if (others.some(({ type }) => type === 'tool-call')) return undefined
  return [
    ...(results.length > 0 ? [{ role: 'tool' as const, parts: results }] : []),
    ...(others.length > 0 ? [{ role, parts: others }] : []),
  ]
}

/** Returns the parts of a text or list; undefined if one is unknown. */
function partsIn(content: JsonValue): Part[] | undefined {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (!isArray(content)) return undefined
  const parts = content.map((item) => (isObject(item) ? readForeignPart(item) : undefined))
  const known = parts.filter((part) => part !== undefined)
  return known.length < parts.length ? undefined : known
}

/** Adds missing ids of calls and results. Results answer the calls of the same name in order. */
function paired(messages: readonly Message[]): Message[] | undefined {
  const open: ToolCall[] = []
  let isPaired = true
  const named = messages.map((message, index) => ({
    ...message,
    parts: message.parts.map((part, place) => {
      if (part.type === 'tool-call') {
        const call = part.id === '' ? { ...part, id: mintId(`${index}/${place}`, part.name, '') } : part
        open.push(call)
        return call
      }
      if (part.type !== 'tool-result') return part
      const call = open.find((one) => answers(part, one))
      if (call === undefined) {
        isPaired &&= part.callId !== ''
        return part
      }
      open.splice(open.indexOf(call), 1)
      return { ...part, callId: call.id, name: call.name }
    }),
  }))
  return isPaired ? named : undefined
}

function answers({ callId, name }: ToolResult, call: ToolCall): boolean {
  return callId === '' ? name === call.name : callId === call.id
}
