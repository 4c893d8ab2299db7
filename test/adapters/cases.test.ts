import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson } from '../../src/base/json/read-json.js'
import type { Notice } from '../../src/base/model/context.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { models } from '../../src/translate/catalogue/index.js'
import { adapterOf } from '../support/adapters.js'
import {
  BODY_KINDS,
  CASE_KINDS,
  type CaseOptions,
  type CaseOutput,
  LIST_KINDS,
} from '../support/case-kinds.js'
import { type CaseRow, type CaseStep, caseFiles, type LocatedCase } from '../support/case-rows.js'
import { resolvePointer } from '../support/pointer.js'
import { deepFreeze, stored } from '../support/values.js'

for (const [wire, cases] of caseFiles)
  describe(`fixtures/${wire}/cases.jsonl`, () => {
    for (const given of cases)
      test(`line ${given.line}: ${given.row.title}`, async () => {
        const { row, exactText } = given
        const adapter = await exportOf(wire, row.adapter)
        for (const input of formsOf(given)) await check(adapter, row, row, input, exactText)
      })
  })

/** Returns the input as text and as an object if the row has a body, else unchanged. */
function formsOf({ row, exactText }: LocatedCase): JsonValue[] {
  const { kind, input } = row
  deepFreeze(input)
  if (!BODY_KINDS.has(kind) || typeof input !== 'object' || input === null) return [input]
  const exact = exactText(input)
  return exact === undefined ? [JSON.stringify(input), input] : [exact]
}

async function check(
  adapter: Adapter,
  row: CaseRow,
  step: CaseStep,
  input: JsonValue,
  exactText?: LocatedCase['exactText'],
): Promise<void> {
  const convert = CASE_KINDS[step.kind]
  if (convert === undefined) throw new Error(`no conversion is called ${step.kind}`)
  const options = await optionsOf(adapter, step)
  const exact = exactText !== undefined && LIST_KINDS.has(step.kind) ? { exactText } : {}
  if (step.throws !== undefined) {
    const { message, ...members } = step.throws
    const pattern = message === undefined ? {} : { message: expect.stringMatching(message) }
    await expect(async () => convert(adapter, input, { ...options, ...exact })).rejects.toMatchObject({
      name: 'AdapterError',
      ...members,
      ...pattern,
    })
    return
  }
  const output = await convert(adapter, input, { ...options, ...exact })
  checkOutput(output, step, row.input)
  for (const next of step.then ?? []) await check(adapter, row, next, stored(asJson(output.value)))
}

function checkOutput({ value, system, notices = [] }: CaseOutput, step: CaseStep, input: JsonValue): void {
  if (step.returnsInput) expect(value).toStrictEqual(typeof input === 'string' ? JSON.parse(input) : input)
  if (step.expected !== undefined) expect(value).toStrictEqual(step.expected)
  if (step.contains !== undefined) expect(value).toMatchObject(Object(step.contains))
  for (const [path, expected] of Object.entries(step.at ?? {}))
    expect(resolvePointer(value, path), path).toStrictEqual(expected)
  for (const [path, pattern] of Object.entries(step.matches ?? {}))
    expect(resolvePointer(value, path), path).toMatch(new RegExp(pattern))
  for (const path of step.lacks ?? []) expect(resolvePointer(value, path), path).toBeUndefined()
  if (step.system !== undefined) expect(system).toStrictEqual(step.system)
  if (step.notices !== undefined) expect(shown(notices, step.notices)).toStrictEqual(step.notices)
}

/** Returns of each notice the members that the row asserts. */
function shown(notices: readonly Notice[], asserted: readonly (string | JsonObject)[]): unknown[] {
  return notices.map((notice, index) => {
    const item = asserted[index]
    if (typeof item !== 'object') return notice.code
    if ('message' in item) return notice
    return Object.fromEntries(Object.entries(notice).filter(([key]) => key in item))
  })
}

/** Returns the options with the adapters that they name, and the catalogue for `models: true`. */
async function optionsOf(adapter: Adapter, { kind, options = {} }: CaseStep): Promise<CaseOptions> {
  const { models: hasModels, ...rest } = options
  const catalogue = hasModels === true ? { models } : {}
  if (!kind.startsWith('translate')) return { ...rest, ...catalogue }
  const { from, to, ...more } = rest
  const sides = { from: await sideOf(from, adapter), to: await sideOf(to, adapter) }
  return { ...more, ...catalogue, sides }
}

/** Returns the adapter of `wire` or `wire/export`. Default: that of the row. */
async function sideOf(name: JsonValue | undefined, own: Adapter): Promise<Adapter> {
  if (typeof name !== 'string') return own
  const [wire = '', exported] = name.split('/')
  return exportOf(wire, exported)
}

/** Returns an adapter by the name of its export. Default: the default export of the wire. */
async function exportOf(wire: string, name?: string): Promise<Adapter> {
  const { adapter, folder } = adapterOf(wire)
  if (name === undefined) return adapter
  const module: Record<string, Adapter> = await import(`${folder}/index.ts`)
  const found = module[name]
  if (found === undefined) throw new Error(`${wire} exports no ${name}`)
  return found
}
