import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REASONING_EFFORTS } from '../../src/base/model/constants.js'
import type { ReasoningEffort } from '../../src/base/model/types.js'
import { comparedName } from '../../src/translate/catalogue/catalogue.js'
import { bounded, budgetOf, effortOf, effortOfBudget } from '../../src/translate/catalogue/effort-ladder.js'
import { type ModelReasoning, type ModelRow, models } from '../../src/translate/catalogue/index.js'
import { FAMILIES } from '../../src/translate/catalogue/rows/families.js'

const named = models.rows.map((row) => ({ name: row.name, row }))
const rank = (effort: ReasoningEffort) => REASONING_EFFORTS.indexOf(effort)
const isRising = (numbers: readonly number[]) =>
  numbers.every((each, index) => index === 0 || each >= (numbers[index - 1] ?? 0))

/** Returns a name that matches the pattern of a row. */
function meant(name: string): string {
  return name.replaceAll('*', 'x')
}

describe.each(named)('$name', ({ row }) => {
  test('is found by its names, and none before it has them', () => {
    for (const name of [row.name, ...(row.also ?? [])]) expect(models.find(meant(name))?.name).toBe(row.name)
  })

  test('is found as gateways, Bedrock and Vertex write it', () => {
    const name = meant(row.name)
    const written = [
      `vendor/${name}`,
      `models/${name}`,
      `us.vendor.${name.replaceAll('.', '-')}`,
      name.toUpperCase(),
      name.replaceAll('.', '-'),
      `accounts/x/models/${name.replaceAll(/(?<=\d)\.(?=\d)/g, 'p')}`,
    ]
    for (const each of written) expect([each, models.find(each)?.name]).toEqual([each, row.name])
    const versions = ['-20250929-v1:0', '@20250929', '-2026-08-13', '-latest', ':free', '-001']
    if (!row.name.includes('*'))
      for (const version of versions)
        expect([version, models.find(name + version)?.name]).toEqual([version, row.name])
  })

  test('names its source and its date', () => {
    expect(row.source.length).toBeGreaterThan(0)
    for (const source of row.source) expect(new URL(source).protocol).toBe('https:')
    expect(row.date).toMatch(/^20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/)
  })

  test('has limits that can be', () => {
    const { output = 1, context = Number.POSITIVE_INFINITY } = row
    expect(output).toBeGreaterThan(0)
    expect(output).toBeLessThanOrEqual(context)
  })
})

const reasoning = models.rows.flatMap(({ name, reasoning: known }) => (known ? [{ name, known }] : []))

describe.each(reasoning)('the depth of $name', ({ known }) => {
  test('has efforts in ascending order', () => {
    const ranks = (known.efforts ?? []).map(rank)
    expect(isRising(ranks)).toBe(true)
    expect(new Set(ranks).size).toBe(ranks.length)
  })

  test('maps efforts to its own in ascending order, or accepts no effort', () => {
    const words = REASONING_EFFORTS.map((wanted) => effortOf(known, wanted))
    if (known.efforts?.length === 0) expect(new Set(words)).toEqual(new Set([undefined]))
    else {
      expect(isRising(words.map((word) => rank(word ?? 'minimal')))).toBe(true)
      for (const word of words) expect(known.efforts ?? REASONING_EFFORTS).toContain(word)
    }
  })

  test('has a budget for every word, within its bounds, and more is never less', () => {
    const budgets = REASONING_EFFORTS.map((wanted) => budgetOf(known, wanted))
    expect(isRising(budgets)).toBe(true)
    for (const budget of budgets) expect(bounded(known, budget)).toBe(budget)
  })

  test('has a word for every budget, and more is never less', () => {
    fc.assert(
      fc.property(fc.nat(200_000), fc.nat(200_000), (a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((each) => effortOfBudget(known, each))
        if (known.efforts?.length === 0) expect([less, more]).toEqual([undefined, undefined])
        else expect(rank(less ?? 'max')).toBeLessThanOrEqual(rank(more ?? 'minimal'))
      }),
      { numRuns: 50 },
    )
  })

  test('the budget of an effort maps back to the same budget', () => {
    for (const [effort, tokens] of Object.entries(known.budgets ?? {})) {
      const back = effortOfBudget({ ...known, efforts: REASONING_EFFORTS }, tokens)
      expect(budgetOf(known, back ?? 'max'), effort).toBe(tokens)
    }
  })
})

describe('a catalogue', () => {
  const row: ModelRow = { name: 'acme-1', source: ['https://acme.example'], date: '2026-11-24', output: 9 }

  test('knows nothing of other names, and of models that only begin like a known one', () => {
    const names = ['', 'nobody', 'claude-opus-4-9', 'claude-opus-40', 'gpt-4-32k', 'o11', 'gpt-5-x', 'claude']
    for (const name of names) expect([name, models.find(name)?.name]).toEqual([name, undefined])
  })

  test('returns a copy with further rows, which replace rows of the same name', () => {
    const more = models.with([row, { ...row, name: 'gpt-5' }])
    expect(more.find('acme/acme-1-2026-01-01')).toBe(more.rows[0])
    expect(more.find('gpt-5')?.output).toBe(9)
    expect(more.rows).toHaveLength(models.rows.length + 1)
    expect(models.find('acme-1')).toBeUndefined()
    expect(models.find('gpt-5')?.output).toBe(128_000)
  })

  test('a row of the caller comes before the families that are there', () => {
    expect(models.with([{ ...row, name: 'gpt-oss-9b' }]).find('gpt-oss-9b')?.output).toBe(9)
  })

  test('a value in between is decided by the vendor, or by the nearest word, the lesser of two', () => {
    const ladder: ModelReasoning = { efforts: ['low', 'high'] }
    expect(effortOf(ladder, 'medium')).toBe('low')
    expect(effortOf({ ...ladder, instead: { medium: 'high' } }, 'medium')).toBe('high')
    expect(effortOf(ladder, 'max')).toBe('high')
  })

  test('compares any text in time', () => {
    const long = `${'a.'.repeat(50_000)}${'-1-'.repeat(50_000)}[`
    expect(models.find(long)).toBeUndefined()
    expect(comparedName(long).length).toBeGreaterThan(100_000)
  })
})

describe('an unknown newer model', () => {
  test.each([
    ['gpt-6.3-sol', 'gpt-6.2-sol'],
    ['openai/gpt-7', 'gpt-6.2-sol'],
    ['gpt-5.7-luna', 'gpt-5.6'],
    ['us.anthropic.claude-opus-5-7-v1:0', 'claude-opus-5.5'],
    ['claude-haiku-6', 'claude-haiku-5.5'],
    ['publishers/google/models/gemini-4-xenon', 'gemini-4-argon'],
    ['gemini-3.9-flash', 'gemini-3.8-flash'],
    ['grok-5', 'grok-4.7'],
    ['deepseek-v5', 'deepseek-flash'],
    ['kimi-k4', 'kimi-k3*'],
    ['glm-6', 'glm-5.4'],
    ['qwen3.9-plus', 'qwen3.8-max'],
    ['mistral-large-5', 'mistral-large-4'],
  ])('%s gets the facts of %s', (name, like) => {
    expect(models.find(name)).toMatchObject({ name, assumedFrom: like })
  })

  test.each(['gpt-4.2', 'llama-2-7b', 'qwen3-30b-a3b', 'mistral-large-2411', 'claude-2.1', 'acme-gpt-7'])(
    '%s gets no facts of another model',
    (name) => expect(models.find(name)?.assumedFrom).toBeUndefined(),
  )

  test('each family is like a known model', () => {
    for (const [, like] of FAMILIES) {
      const { assumedFrom, name } = models.find(like) ?? {}
      expect([like, assumedFrom, name === undefined]).toEqual([like, undefined, false])
    }
  })
})
