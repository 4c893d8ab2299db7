import { describe, expect, test } from 'vitest'
import { someOf } from './support/cases.js'
import { createMatcher } from './support/expressions/backtracking.js'
import { fasterThanText, pumped } from './support/expressions/growth.js'
import { expressionsIn, type InCode } from './support/expressions/in-code.js'
import { expressionsMadeBy } from './support/expressions/recorded.js'

const inCode = expressionsIn(['src', 'adapters'])
const recorded = await expressionsMadeBy(async () => {
  await import('../src/tools/queue/run-job.js')
  await import('../src/base/json/to-json.js')
  await import('../src/traffic/replay/match.js')
  await import('../src/traffic/redaction/secrets-in-text.js')
  const { textTest } = await import('../src/codec/wire/limits.js')
  for (const pattern of inCode.patterns) textTest({ pattern, maxLength: 64 })
  const { legalText } = await import('../src/translate/fit/fit-names.js')
  legalText({ pattern: '[a-z]+', characters: 'a-z', maxLength: 9 }, 4)
  const { globMatcher } = await import('../src/base/model/glob.js')
  globMatcher('*a*b?c*')
  await makePatternTests()
  await readAndWriteTextCalls()
})
const { START } = await import('../src/traffic/redaction/secrets-in-text.js')

/**
 * Creates the pattern tests for schemas of tools that the runtime's engine evaluates: one repetition without
 * alternatives.
 */
async function makePatternTests(): Promise<void> {
  const { patternTest } = await import('../src/tools/schema-check/patterns.js')
  for (const pattern of ['^a*$', '^[ab]+b$', '^\\w\\w*\\w', '^.+ab', '^\\s+\\s$', '^-?\\d{2,}'])
    await patternTest(pattern)
}

async function readAndWriteTextCalls(): Promise<void> {
  const { allTextDialects, readTextCalls, writeTextCalls } = await import('../src/text-calls/index.js')
  const properties = { text: { type: 'string' } }
  const tools = [{ type: 'function', name: 'write', parameters: { type: 'object', properties } }] as const
  const call = { type: 'tool-call', kind: 'function', id: 'a', status: 'complete' } as const
  for (const dialect of allTextDialects) {
    const calls = ['write', 'a.b'].map((name) => ({
      ...call,
      name,
      arguments: { text: "it's" },
      providerExecuted: false,
    }))
    const text = writeTextCalls(calls, { dialect, tools })
    readTextCalls(`<|channel|>analysis<|message|>a<|end|>${text}<think>b`, { dialects: [dialect], tools })
  }
}

/** Expressions that are created but not tested in this form. */
const ELSEWHERE = new Map([
  ['src/conformance/check-output.ts', 'a pattern for ids in a case, which the user chose to run'],
  ['src/tools/schema-check/text-formats.ts', 'is made to see whether it can be, and never used'],
  [
    'src/traffic/redaction/secrets-in-text.ts',
    'all shapes as alternatives, each of which is looked at behind the same start',
  ],
])

/** Shapes are only used after the start of a key. */
function asUsed({ place, expression }: InCode): InCode {
  const isShape =
    place.startsWith('src/traffic/redaction/secret-shapes.ts') && !expression.source.includes('(?<=')
  return isShape ? { place, expression: new RegExp(START + expression.source, 'g') } : { place, expression }
}

function fileOf(place: string): string {
  return place.slice(0, place.lastIndexOf(':'))
}

/** Groups the positions of each expression, which may occur several times. */
function bySource(found: readonly InCode[]): Map<string, InCode> {
  return new Map(found.map(asUsed).map((each) => [String(each.expression), each]))
}

describe('the measure', () => {
  test.each([
    /^(a+)+$/,
    /^(?:a|a)*b/,
    /(a|a)*b/,
    /^(\w+\s?)*$/,
    /\s+$/,
    /a*b/,
    /^a*a*$/,
    /^\d+\d+b/,
    /^(.*),(.*);$/,
    /<!--.*?-->/s,
    /<a[^>]*>/,
    /"(?:[^"\\]|\\.)*"/,
    /^(?=(a*)*$)b/,
    /(?<=^a*)b/,
    /^.*?,.*?,x/,
    /\d+(?=.*x)/g,
    /(.+)\1x/,
    /^(?:\r?\n|\r|\s)*x/,
    /^[\s\p{L}]+[\w ]+!/u,
    /^(?:a{1,1000}){1,1000}b/,
  ])('finds %s', (expression) => {
    expect(fasterThanText(expression)).toBeDefined()
  })

  test.each([
    /^a+$/,
    /a+/g,
    /,\s*$/,
    /(?<!\s)\s+$/,
    /"(?:[^"\\]|\\.)*"?/,
    /^(?:a|b)*c/,
    /^\d+\.\d+$/,
    /<a[^<>]*>/,
    /\bfoo\b|\d+/g,
    /^(?:\w+,)*\w+$/,
    /a{0,20}b/,
    /(?<=,)b+/y,
    /(['"])x\1/,
    /[^"\\]*/y,
  ])('takes %s', (expression) => {
    expect(fasterThanText(expression)).toBeUndefined()
  })
})

describe('regular expressions of the code', () => {
  const all = [...bySource([...inCode.literals, ...recorded]).values()].filter(
    ({ place }) =>
      !ELSEWHERE.has(fileOf(place)) || inCode.literals.some((literal) => literal.place === place),
  )

  test('are all known, also those that are made when the program runs', () => {
    const seen = new Set(recorded.map(({ place }) => place))
    const unseen = inCode.made.filter((place) => !seen.has(place) && !ELSEWHERE.has(fileOf(place)))
    expect(unseen).toEqual([])
    expect(inCode.literals.length).toBeGreaterThan(400)
  })

  test('take steps in proportion to the text', () => {
    const found = someOf(all).flatMap(({ place, expression }) => {
      const text = fasterThanText(expression)
      return text === undefined ? [] : [{ place, expression, text }]
    })
    expect(found).toEqual([])
  })

  test('are matched by the measure as by the runtime', () => {
    const text = pumped({ before: '{"key": "', repeated: 'aZ0_- /models/x:\\n<b> 12-3 ', after: '"}' }, 3)
    for (const { expression } of all) {
      const { matches } = createMatcher(expression)(text, 1_000_000)
      const global = new RegExp(expression.source, `${expression.flags.replace('g', '')}g`)
      const native = Array.from(text.matchAll(global), ({ index, 0: match }) => [index, index + match.length])
      expect(matches, String(expression)).toEqual(native)
    }
  })
})
