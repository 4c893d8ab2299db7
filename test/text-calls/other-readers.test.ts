import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { equalJson } from '../../src/base/json/write-json.js'
import type { Part, ToolCall, ToolDefinition } from '../../src/base/model/types.js'
import * as textCalls from '../../src/text-calls/index.js'
import { projectRoot } from '../support/project.js'
import { cut, streamed } from './support.js'

/** A test case of another reader of text calls, with its expected result. */
interface PeerCase {
  readonly id: string
  /** The name of the form in the tests of the other reader. */
  readonly form: string
  /** Names of Toolwire's dialects. Empty for forms in `FORMS`. */
  readonly dialects: readonly string[]
  /** The reason why a difference is allowed. */
  readonly disputed?: string
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

/** A case that Toolwire reads differently. */
interface Difference {
  readonly id: string
  readonly why: string
  /** True if `why` proves that the expectation does not follow from the text, so that the case is disputed. */
  readonly isWrong?: true
}

/** Intended differences, and the reason for each. */
const differences: readonly Difference[] = JSON.parse(
  readFileSync(new URL('./other-readers.json', import.meta.url), 'utf8'),
)

/** Forms that the cases do not map to dialects, in lower case. */
const FORMS: Readonly<Record<string, string>> = {
  apertus: 'apertus',
  'apertus-8b-instruct': 'apertus',
  functiongemma: 'functionGemma',
  gemma4: 'gemma4',
  'google-gemma-4-31b-it': 'gemma4',
  gigachat3: 'gigaChat3',
  'gigachat3-10b-a1.8b': 'gigaChat3',
  'gigachat3.1-10b-a1.8b': 'gigaChat3',
  'granite-20b-fc': 'granite20bFc',
  hyv3: 'hunyuanV3',
  internlm: 'internlm2Plugin',
  longcat: 'longCat',
  step3: 'step3Steptml',
  'minimax-m3': 'minimaxM3',
  'cohereforai-c4ai-command-r-plus-tool_use': 'commandRAction',
  'fireworks-ai-llama-3-firefunction-v2': 'phi4Functools',
  'meetkai-functionary-medium-v3.2': 'functionaryV3',
  'openbmb-minicpm5-1b': 'miniCpm5',
}

const folder = join(projectRoot, '..', 'shared', 'text-cases')
const cases = ['vllm', 'llama.cpp'].flatMap((reader) => casesIn(join(folder, `${reader}.jsonl`)))
const ours = cases.filter((given) => dialectsOf(given).length > 0)

function dialectsOf({ dialects: named, form }: PeerCase): readonly string[] {
  const own = FORMS[form.toLowerCase()]
  return named.length > 0 || own === undefined ? named : [own]
}

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
  const parts = textCalls.readTextCalls(given.text, { ...optionsOf(given), isCut: given.partial })
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
  if (content.is !== undefined && text !== withoutThinking(content.is ?? '', given))
    return `text: ${JSON.stringify(text)}`
  if (content.contains?.some((piece) => !text.includes(piece))) return `text lacks: ${JSON.stringify(text)}`
  if (content.lacks?.some((piece) => text.includes(piece))) return `text holds: ${JSON.stringify(text)}`
  const thought = textOf(parts, 'reasoning')
  return reasoning === undefined || thought === reasoning.trim()
    ? undefined
    : `thought: ${JSON.stringify(thought)}`
}

/**
 * Returns the expected text without reasoning: a test that expects no reasoning leaves it to another parser,
 * in the text.
 */
function withoutThinking(content: string, given: PeerCase): string {
  if (given.expect.reasoning !== undefined || !content.includes('think')) return content.trim()
  return textOf(textCalls.readTextCalls(content, optionsOf(given)), 'text')
}

function optionsOf(given: PeerCase): textCalls.TextCallsOptions {
  return {
    dialects: dialectsOf(given).map(dialectNamed),
    tools: given.tools.map((tool): ToolDefinition => ({ type: 'function', ...tool })),
    // Their prompt opened the reasoning.
    beginsInThinking: isThoughtFirst(given) || undefined,
  }
}

/** Returns a content of several lengths, always the same one. */
function randomPieces(text: string): string[] {
  return cut(
    text,
    [...text].map((character, index) => 1 + ((character.charCodeAt(0) * 31 + index * 17) % 11)),
  )
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

  test.runIf(ours.length > 0)('are equal, except for a list of known differences', () => {
    const differing = ours.flatMap((given) => {
      const told = difference(given)
      return told === undefined || why.has(given.id) ? [] : [`${given.id} ${told}`]
    })
    expect(differing).toEqual([])
  })

  test.runIf(ours.length > 0)('are the same in pieces of any size', () => {
    const differing = ours.flatMap((given) => {
      const options = optionsOf(given)
      const whole = textCalls.readTextCalls(given.text, options)
      const ways = [cut(given.text, [1]), cut(given.text, [3]), randomPieces(given.text)]
      return ways.every((pieces) => isDeepStrictEqual(streamed(pieces, options), whole)) ? [] : [given.id]
    })
    expect(differing).toEqual([])
  })

  test.runIf(ours.length > 0)('agree in 99% of the undisputed', () => {
    const wrong = new Set(differences.flatMap(({ id, isWrong }) => (isWrong ? [id] : [])))
    const undisputed = cases.filter(({ id, disputed }) => disputed === undefined && !wrong.has(id))
    const agreeing = undisputed.filter(
      (given) => dialectsOf(given).length > 0 && difference(given) === undefined,
    )
    console.info(`${agreeing.length} of ${undisputed.length} undisputed cases are as others expect them.`)
    expect(agreeing.length / undisputed.length).toBeGreaterThan(0.99)
  })

  test.runIf(ours.length > 0)('and the listed cases do differ', () => {
    const differing = new Set(ours.filter((given) => difference(given) !== undefined).map(({ id }) => id))
    expect([...why.keys()].filter((id) => !differing.has(id))).toEqual([])
  })

  test('each difference has a reason', () => {
    expect(differences.filter((one) => one.id === '' || one.why.length < 20)).toEqual([])
  })
})
