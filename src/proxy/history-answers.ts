import type { JsonValue } from '../json/json-types.js'
import { asJson, isArray, isObject } from '../json/read-json.js'
import { stringifyJson } from '../json/write-json.js'
import { callsToAnswer } from '../model/calls-to-answer.js'
import { stableHash } from '../model/ids.js'
import type { Conversation, Message, Part, ToolCall } from '../model/types.js'
import { outputText } from '../shape/results.js'
import { textPrint } from './text-print.js'

/** The text of a message, as a hash. */
export function partsPrint(parts: readonly Part[]): string {
  return textPrint(parts.map((part) => (part.type === 'text' ? part.text : '')))
}

/** What a call says, but for its id. */
export function callText(call: ToolCall): string {
  const said = call.status === 'complete' ? call.arguments : (call.rawArguments ?? null)
  return stringifyJson([call.namespace ?? '', call.name, sorted(asJson(said))])
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

/** An answer in a history, in the forms by which it is known: hashes, since a history is long. */
export interface HistoryAnswer {
  /** Those that the client answers. */
  readonly calls: readonly ToolCall[]
  /** Its text and its calls, without ids. */
  readonly said: string
  /** What the client said since the answer before. */
  readonly near: string
  /** All that was said before it, and who said it. */
  readonly past: string
}

/** Reads a history once, message by message. What clients change from request to request is left out, or counts once. */
export class HistoryAnswers {
  /** In their order. */
  readonly all: readonly HistoryAnswer[]
  #near = new Set<string>()
  #instructions = new Set<string>()
  #past: string

  constructor({ messages, endUser, cacheKey }: Conversation) {
    this.#past = stringifyJson([endUser ?? '', cacheKey ?? ''])
    const all: HistoryAnswer[] = []
    for (const message of messages) {
      const { role, parts } = message
      if (role === 'system') this.#instructions.add(instructionPrint(parts))
      else if (role !== 'assistant') for (const print of clientPrints(parts)) this.#near.add(print)
      else all.push(this.#answered(message))
    }
    this.all = all
  }

  /** An answer to all of it. */
  next({ parts }: Message): HistoryAnswer {
    const calls = callsToAnswer(parts)
    const near = [...this.#near].join(' ')
    const between = [...this.#instructions, near]
    return {
      ...{ calls, near, past: stableHash(stringifyJson([this.#past, ...between])) },
      said: stableHash(stringifyJson([partsPrint(parts), ...calls.map(callText)])),
    }
  }

  #answered(message: Message): HistoryAnswer {
    const answer = this.next(message)
    this.#past = stringifyJson([answer.past, answer.said, ...withOwnIds(answer.calls).map(({ id }) => id)])
    this.#near = new Set()
    this.#instructions = new Set()
    return answer
  }
}

/** Clients of wires without ids send none. */
export function withOwnIds(calls: readonly ToolCall[]): ToolCall[] {
  return calls.filter(({ minted }) => minted !== true)
}

/** Words with digits are dates, times, versions and checksums, which clients bring up to date. */
function instructionPrint(parts: readonly Part[]): string {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ')
  return textPrint(text.split(/\s+/).filter((word) => !/\d/.test(word)))
}

/** What the client says; some that resume a session say a result twice. */
function clientPrints(parts: readonly Part[]): string[] {
  const others = parts.map((part) => {
    if (part.type === 'tool-result') return textPrint([outputText(part.output)])
    return part.type === 'media' ? textPrint([part.kind, stringifyJson(asJson(part.source))]) : ''
  })
  return [partsPrint(parts), ...others].filter((print) => print !== '')
}
