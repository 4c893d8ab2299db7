import { asJson, isArray, isObject } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import { stringifyJson } from '../json/write.js'
import { callsToAnswer } from '../model/calls.js'
import type { Message, Part, ToolCall } from '../model/types.js'
import { outputText } from '../shape/results.js'

/** The text of a message, but for blanks: clients trim, and wires join. */
export function plainText(parts: readonly Part[]): string {
  return withoutBlanks(parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
}

/** What a call says, but for its id. */
export function callText(call: ToolCall): string {
  const said = call.status === 'complete' ? call.arguments : (call.rawArguments ?? null)
  return stringifyJson([call.namespace ?? '', call.name, sorted(asJson(said))])
}

/** An answer in a history, in the forms by which it is known. */
export interface HistoryAnswer {
  /** Its place among the messages. */
  readonly place: number
  /** Those that the client answers. */
  readonly calls: readonly ToolCall[]
  /** Its text and its calls, without ids. */
  readonly said: string
  /** What the client said since the answer before. */
  readonly near: string
  /** The same with the instructions that stand there. */
  readonly between: string
}

/** The answers of a history. What clients change from request to request is left out, or counts once. */
export function answersIn(messages: readonly Message[]): HistoryAnswer[] {
  const answers: HistoryAnswer[] = []
  let near = new Set<string>()
  let instructions = new Set<string>()
  for (const [place, { role, parts }] of messages.entries()) {
    if (role === 'system') instructions.add(instructionText(parts))
    else if (role !== 'assistant') for (const text of clientTexts(parts)) near.add(text)
    else {
      const calls = callsToAnswer(parts)
      const told = stringifyJson([...near])
      answers.push({
        ...{ place, calls, near: told, between: stringifyJson([...instructions, told]) },
        said: stringifyJson([plainText(parts), ...calls.map(callText)]),
      })
      near = new Set()
      instructions = new Set()
    }
  }
  return answers
}

/** Words with digits are dates, times, versions and checksums, which clients bring up to date. */
function instructionText(parts: readonly Part[]): string {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ')
  return text
    .split(/\s+/)
    .filter((word) => !/\d/.test(word))
    .join('')
}

/** What the client says; some that resume a session say a result twice. */
function clientTexts(parts: readonly Part[]): string[] {
  const others = parts.map((part) => {
    if (part.type === 'tool-result') return withoutBlanks(outputText(part.output))
    return part.type === 'media' ? stringifyJson([part.kind, asJson(part.source)]) : ''
  })
  return [plainText(parts), ...others].filter((text) => text !== '')
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, '')
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
