import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { equalJson } from '../../src/base/json/write-json.js'
import type { Part, ToolCall, ToolDefinition } from '../../src/base/model/types.js'
import * as textCalls from '../../src/text-calls/index.js'
import { projectRoot } from '../support/project.js'

/** A test case of another reader of text calls, with its expected result. */
interface PeerCase {
  readonly id: string
  /** Names of Toolwire's dialects. */
  readonly dialects: readonly string[]
  readonly text: string
  readonly tools: readonly { readonly name: string; readonly parameters?: JsonObject }[]
  readonly expect: {
    readonly calls: readonly ExpectedCall[]
    /** True if more calls are allowed. */
    readonly atLeast?: boolean
    readonly content?: {
      readonly is?: string | null
      readonly contains?: readonly string[]
      readonly lacks?: readonly string[]
    }
    readonly reasoning?: string
  }
  /** True if the text is truncated. */
  readonly partial?: boolean
}

interface ExpectedCall {
  readonly name?: string
  readonly id?: string
  readonly arguments?: JsonValue
  readonly rawArguments?: string
  /** Some of the arguments, by path. */
  readonly partial?: readonly (readonly [path: readonly string[], value: JsonValue])[]
}

/** Intended differences, and the reason for each. */
const differences: readonly { readonly id: string; readonly why: string }[] = JSON.parse(
  readFileSync(new URL('./other-readers.json', import.meta.url), 'utf8'),
)

const folder = join(projectRoot, '..', 'shared', 'text-cases')
const cases = ['vllm', 'llama.cpp'].flatMap((reader) => casesIn(join(folder, `${reader}.jsonl`)))
const ours = cases.filter(({ dialects }) => dialects.length > 0)

if (ours.length === 0)
  console.info(`What other readers expect of texts is not at ${folder}: it is not compared with.`)

function casesIn(file: string): readonly PeerCase[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const dialects = new Map<string, textCalls.TextDialect>(
  Object.entries(textCalls).flatMap(([name, value]) => (isDialect(value) ? [[name, value]] : [])),
)

function isDialect(value: unknown): value is textCalls.TextDialect {
  return typeof value === 'object' && value !== null && 'read' in value && 'id' in value
}

function dialectNamed(name: string): textCalls.TextDialect {
  const found = dialects.get(name)
  if (found === undefined) throw new Error(`no dialect ${name}`)
  return found
}

/** Returns the difference between the readers, or undefined if they agree. */
function difference(given: PeerCase): string | undefined {
  const tools = given.tools.map((tool): ToolDefinition => ({ type: 'function', ...tool }))
  const parts = textCalls.readTextCalls(given.text, {
    dialects: given.dialects.map(dialectNamed),
    tools,
    isCut: given.partial,
    // Their prompt opened the reasoning.
    beginsInThinking: isThoughtFirst(given) || undefined,
  })
  const { expect: wanted } = given
  const calls = parts.filter((part) => part.type === 'tool-call')
  const isCount = wanted.atLeast ? calls.length >= wanted.calls.length : calls.length === wanted.calls.length
  if (!isCount) return `${calls.length} calls and not ${wanted.calls.length}`
  const wrong = wanted.calls.findIndex(
    (call, index) => !isAsExpected(calls[index], call, given.partial === true),
  )
  if (wrong !== -1) return `call ${wrong}: ${JSON.stringify(calls[wrong])}`
  const text = textOf(parts, 'text')
  const { content = {}, reasoning } = wanted
  if (content.is !== undefined && text !== (content.is ?? '').trim()) return `text: ${JSON.stringify(text)}`
  if (content.contains?.some((piece) => !text.includes(piece))) return `text lacks: ${JSON.stringify(text)}`
  if (content.lacks?.some((piece) => text.includes(piece))) return `text holds: ${JSON.stringify(text)}`
  const thought = textOf(parts, 'reasoning')
  return reasoning === undefined || thought === reasoning.trim()
    ? undefined
    : `thought: ${JSON.stringify(thought)}`
}

function isThoughtFirst({ text, expect: { reasoning = '' } }: PeerCase): boolean {
  return reasoning.trim() !== '' && text.trimStart().startsWith(reasoning.trim())
}

function textOf(parts: readonly Part[], type: 'text' | 'reasoning'): string {
  return parts
    .flatMap((part) => (part.type === type ? [part.text] : []))
    .join('')
    .trim()
}

function isAsExpected(call: ToolCall | undefined, wanted: ExpectedCall, isCut: boolean): boolean {
  if (call === undefined || (wanted.name !== undefined && call.name !== wanted.name)) return false
  if (wanted.id !== undefined && !call.minted && call.id !== wanted.id) return false
  if (isCut) return call.status === 'truncated'
  const given = call.arguments
  if (wanted.arguments !== undefined && !equalJson(given, wanted.arguments)) return false
  return (wanted.partial ?? []).every(([path, value]) => equalJson(valueAt(given, path), value))
}

function valueAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | JsonArray | undefined>(
    (inner, key) => (isObject(inner) ? inner[key] : undefined),
    value,
  )
}

describe('texts that other readers have tests of', () => {
  const why = new Map(differences.map((one) => [one.id, one.why]))

  test.runIf(ours.length > 0)('hold what they expect, but for a written list', () => {
    const differing = ours.flatMap((given) => {
      const told = difference(given)
      return told === undefined || why.has(given.id) ? [] : [`${given.id} ${told}`]
    })
    expect(differing).toEqual([])
  })

  test.runIf(ours.length > 0)('and what is in the list does differ', () => {
    const differing = new Set(ours.filter((given) => difference(given) !== undefined).map(({ id }) => id))
    expect([...why.keys()].filter((id) => !differing.has(id))).toEqual([])
  })

  test('each difference has a reason', () => {
    expect(differences.filter((one) => one.id === '' || one.why.length < 20)).toEqual([])
  })
})
