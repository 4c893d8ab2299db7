import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FINISH } from '../adapters/anthropic-messages/maps.js'
import { ACKNOWLEDGED } from '../scripts/facts/acknowledged.mjs'
import { acknowledge, linesOf, unknownWords } from '../scripts/facts/compare.mjs'
import { finishWordsOf, literalsOf, namesOf } from '../scripts/facts/known.mjs'
import { contradictions, figuresOf } from '../scripts/facts/model-tables.mjs'
import { readUnions } from '../scripts/facts/read-unions.mjs'
import { Catalogue, models, priceOf } from '../src/translate/catalogue/index.js'

/** Declarations in the forms of the SDKs: Anthropic and OpenAI, Google's enums, AWS's unions of members, clients of the AI SDK. */
const SDK = `
export type StopReason = 'end_turn' | 'max_tokens' | (string & {})
export interface TextBlock { type: 'text'; text: string }
export interface ToolUseBlock { type: 'tool_use'; id: string }
export interface Untyped { role: string }
export type Block = TextBlock | ToolUseBlock | Untyped
export declare enum FinishReason { STOP = 'STOP', MAX_TOKENS = 'MAX_TOKENS' }
export declare namespace Content {
  interface TextMember { text: string; image?: never }
  interface ImageMember { image: object; text?: never }
}
export type Content = Content.TextMember | Content.ImageMember
interface Params { model: string; stream?: boolean }
export type CreateParams = (Params & { stream?: false }) | (Params & { beta: true })
export declare const provider: { (model: 'large' | 'small' | (string & {})): object }
`
const sdk = (name: string) => `import('./sdk.js').${name}`

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolwire-facts-test-'))
  writeFileSync(join(folder, 'sdk.d.ts'), SDK)
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('words of declarations', () => {
  test('are literals, types of members, values of enums, names of members and arguments', () => {
    const types = [
      sdk('StopReason'),
      `Types<${sdk('Block')}>`,
      `\`\${${sdk('FinishReason')}}\``,
      `Fields<${sdk('Content')}>`,
      `Fields<${sdk('CreateParams')}>`,
      `Parameters<typeof ${sdk('provider')}>[0]`,
    ]
    expect(readUnions(folder, types).map((words) => [...words].sort())).toEqual([
      ['end_turn', 'max_tokens'],
      ['text', 'tool_use'],
      ['MAX_TOKENS', 'STOP'],
      ['image', 'text'],
      ['beta', 'model', 'stream'],
      ['large', 'small'],
    ])
  })

  test('that do not exist are a message, and do not hide others', () => {
    const [missing, words] = readUnions(folder, [sdk('Gone'), sdk('StopReason')])
    expect(missing).toContain("no exported member 'Gone'")
    expect(words).toHaveLength(2)
  })
})

const union = { wire: 'anthropic-messages', kind: 'finish', sdk: 'sdk' }

describe('unknown words', () => {
  const words = FINISH.flatMap(([, row]) => row.split(' '))

  test('are those without a row', () => {
    const place = 'adapters/anthropic-messages/maps.ts'
    expect(unknownWords(union, words, { place, has: finishWordsOf(FINISH) })).toEqual([])
    const rest = FINISH.filter(([outcome]) => outcome !== 'context-full')
    const found = unknownWords(union, words, { place, has: finishWordsOf(rest) })
    expect(found.map(({ word }) => word)).toEqual(['model_context_window_exceeded'])
    expect(linesOf(found, { sdk: '1.2' })).toContain(
      '  model_context_window_exceeded: unknown (sdk 1.2) -> adapters/anthropic-messages/maps.ts',
    )
  })

  test('are models whose facts are only assumed', () => {
    const name = 'claude-opus-5.5'
    expect(namesOf(models)('claude-opus-5-5')).toBe(true)
    const rest = new Catalogue(models.rows.filter((row) => row.name !== name))
    expect(namesOf(rest)('claude-opus-5-5')).toBe(false)
    expect(namesOf(models)('claude-opus-5-9')).toBe(false)
  })

  test('are types that are gone or have no words', () => {
    const known = { place: '', has: () => true }
    expect(unknownWords(union, 'no exported member', known)).toMatchObject([{ text: 'no exported member' }])
    expect(unknownWords(union, [], known)).toMatchObject([{ text: 'has no words' }])
  })

  test('of events are looked for among the words of code', () => {
    expect(literalsOf("case 'message_start': return event.messageStop ?? { metadata }")).toEqual(
      expect.arrayContaining(['message_start', 'messageStop', 'metadata']),
    )
  })
})

describe('figures of tables', () => {
  const ours = (model: string) => figuresOf(model, models, priceOf)
  const row = { input: 5, output: 25, context: 1_000_000, image: true }

  test('that differ in all tables are reported with theirs and ours', () => {
    const tables = new Map([
      ['one', [{ model: 'claude-opus-5', figures: { ...row, input: 6, context: 200_000 } }]],
      ['two', [{ model: 'claude-opus-5', figures: { ...row, input: 7 } }]],
    ])
    expect(contradictions(tables, ours)).toMatchObject([
      { kind: 'input', word: 'claude-opus-5', text: 'ours 5, theirs 6 (one), 7 (two)' },
    ])
  })

  test('of models without a row are not compared', () => {
    expect(contradictions(new Map([['one', [{ model: 'acme-1', figures: row }]]]), ours)).toEqual([])
  })
})

describe('acknowledgements', () => {
  const found = [{ ...union, word: 'tool_search_2', text: 'unknown', place: '' }]

  test('match by wire, kind and words', () => {
    const rows = [['anthropic-messages', 'part finish', 'tool_*', 'By design.']] as const
    expect(acknowledge(found, rows)).toEqual({ open: [], acknowledged: 1, stale: [] })
  })

  test('of another kind do not match, and are stale', () => {
    const rows = [['anthropic-messages', 'part', 'tool_* other', 'By design.']] as const
    expect(acknowledge(found, rows)).toEqual({
      open: found,
      acknowledged: 0,
      stale: ['anthropic-messages part tool_*', 'anthropic-messages part other'],
    })
  })

  test('have reasons', () => {
    expect(ACKNOWLEDGED.filter(([, , , reason]) => !reason.endsWith('.'))).toEqual([])
  })
})
