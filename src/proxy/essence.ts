import { outputText } from '../adapter/results.js'
import { asJson, isArray, isObject } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import { stringifyJson } from '../json/write.js'
import type { Message, Part, ToolCall } from '../model/types.js'

/** Calls that the client answers. */
export function clientCalls(parts: readonly Part[]): ToolCall[] {
  return parts.filter((part) => part.type === 'tool-call').filter((call) => !call.providerExecuted)
}

/** The text of a message, but for blanks: clients trim, and wires join. */
export function plainText(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .replaceAll(/\s+/g, '')
}

/** What a call says, but for its id. */
export function callText(call: ToolCall): string {
  const said = call.status === 'complete' ? call.arguments : (call.rawArguments ?? null)
  return stringifyJson([call.namespace ?? '', call.name, sorted(asJson(said))])
}

/**
 * By which each answer of a history is known: its text, its calls, what the client said before it, and how often all of
 * that came already. Undefined for what is no answer.
 */
export function answerTexts(messages: readonly Message[]): (string | undefined)[] {
  const counts = new Map<string, number>()
  return messages.map(({ role, parts }, index) => {
    if (role !== 'assistant') return undefined
    const calls = clientCalls(parts).map(callText)
    const text = [plainText(parts), ...calls, contextText(messages, index)].join('\n')
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return `${count}\n${text}`
  })
}

/** What the client said since the answer before this message; what it says twice, as some do that resume a session, once. */
function contextText(messages: readonly Message[], index: number): string {
  const texts = new Set<string>()
  for (let place = index - 1; place >= 0; place -= 1) {
    const message = messages[place]
    if (message === undefined || message.role === 'assistant') break
    if (message.role === 'system') continue
    for (const text of [plainText(message.parts), ...message.parts.map(resultText)]) texts.add(text)
  }
  return [...texts].join('\n')
}

function resultText(part: Part): string {
  return part.type === 'tool-result' ? outputText(part.output).replaceAll(/\s+/g, '') : ''
}

/** What is nested deeper keeps its order. */
const DEEPEST = 50

/** The same value with its keys in order: not every wire keeps theirs. */
function sorted(value: JsonValue, depth = 0): JsonValue {
  if (depth > DEEPEST) return value
  if (isArray(value)) return value.map((item) => sorted(item, depth + 1))
  if (!isObject(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member, depth + 1)]))
}
