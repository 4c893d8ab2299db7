import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { toolCall } from '../../src/base/model/create.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { allTextDialects, readTextCalls, writeTextCalls } from '../../src/text-calls/index.js'
import type { ReadTextOptions } from '../../src/text-calls/read-text-calls.js'
import { someOf, tries } from '../support/cases.js'
import { projectRoot } from '../support/project.js'
import { type DialectCases, optionsOf, TOOLS } from './support.js'

const FOLDER = join(projectRoot, 'test/text-calls/cases')
const loaded: DialectCases[] = []
for (const file of readdirSync(FOLDER)) loaded.push(...[(await import(join(FOLDER, file))).cases].flat())

function callsIn(text: string, options: ReadTextOptions): readonly ToolCall[] {
  return readTextCalls(text, options).flatMap((part) => (part.type === 'tool-call' ? part : []))
}

function toldCall({ name, kind, status, arguments: given, rawArguments }: ToolCall): unknown {
  return { name, kind, status, given: given ?? rawArguments }
}

/**
 * Expects for a cut at any position: the calls before it are those of the complete text. Only the last call
 * may differ and is then truncated.
 */
function expectCuts(text: string, options: ReadTextOptions): void {
  const whole = callsIn(text, options)
  for (const length of someOf([...Array(text.length).keys()])) {
    const cut = callsIn(text.slice(0, length), options)
    const ended = cut.at(-1)?.status === 'truncated' ? cut.slice(0, -1) : cut
    const place = JSON.stringify(text.slice(0, length))
    expect(ended.map(toldCall), place).toEqual(whole.slice(0, ended.length).map(toldCall))
    // The beginning of a call may turn out to be text.
    const names = cut.slice(0, whole.length).map(({ name }) => name)
    expect(names, place).toEqual(whole.slice(0, cut.length).map(({ name }) => name))
    expect(cut.length, place).toBeLessThanOrEqual(whole.length + 1)
  }
}

describe.each(loaded)('$dialect', ({ dialects, cases }) => {
  test.each(cases)('$name, cut anywhere', (given) => {
    expectCuts(given.text, { ...optionsOf(dialects, given), isCut: true })
  })
})

const VALUES = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('a "b" \'c\'', '<a>\n</a>', '\n', '{"x": 1}', '[', '\\', 'true', '-', '1.5'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constantFrom(true, false, null),
  fc.constantFrom<JsonObject[]>([{ a: [1, null, { b: 'c' }] }]),
)
const GIVEN = fc.dictionary(fc.constantFrom('city', 'days', 'on', 'level', 'content'), VALUES, { maxKeys: 3 })
/** Dialects in which the only text of a tool is read unchanged. They do not support undeclared keys. */
const ONLY_DECLARED = new Set(['fenced-tools'])

describe.each(allTextDialects)('$id', (dialect) => {
  const names = ONLY_DECLARED.has(dialect.id)
    ? ['anything']
    : ['get_weather', 'now', 'write_file', 'anything']
  const made = fc.tuple(fc.constantFrom(...names), GIVEN)

  test('a call that was written is truncated wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(made, { minLength: 1, maxLength: 2 }), (calls) => {
        const written = calls.map(([name, given], index) =>
          toolCall(`c${index}`, name, JSON.parse(JSON.stringify(given))),
        )
        const text = writeTextCalls(written, { dialect, tools: TOOLS })
        const options = { dialects: [dialect], tools: TOOLS }
        expect(callsIn(text, options).map(({ status }) => status)).toEqual(calls.map(() => 'complete'))
        expectCuts(text, options)
      }),
      tries(25),
    )
  })

  test('a truncated call keeps the text that the model wrote', () => {
    const name = ONLY_DECLARED.has(dialect.id) ? 'anything' : 'write_file'
    const call = toolCall('c', name, { content: 'alpha beta gamma delta' })
    const text = writeTextCalls([call], { dialect, tools: TOOLS })
    const parts = readTextCalls(text.slice(0, text.indexOf('gamma')), { dialects: [dialect], tools: TOOLS })
    const kept = parts.map((part) =>
      part.type === 'tool-call' ? part.rawArguments : 'text' in part && part.text,
    )
    expect(kept.join('')).toContain('alpha beta')
  })
})
