import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { HostedKind } from '../../src/base/model/hosted-settings.js'
import type { ToolOutput, ToolResult } from '../../src/base/model/types.js'
import type { HostedRun, RunForm, WrittenRun } from '../../src/codec/shape/run-forms.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { stored } from '../support/values.js'

/** The form of provider-run calls in each wire that has one. */
const FORMS = adapters.flatMap(({ wire, adapter }) =>
  Object.entries(adapter.codecs.hosted ?? {}).flatMap(([kind, { run }]) =>
    run?.write === undefined || run.read === undefined ? [] : [{ wire, kind, form: run, write: run.write }],
  ),
)

function formOf(wire: string, kind: HostedKind): RunForm {
  const form = adapterOf(wire).adapter.codecs.hosted?.[kind]?.run
  if (form === undefined) throw new Error(`${wire} tells no ${kind}`)
  return form
}

/** Decodes a provider-executed call and its result. */
function read(form: RunForm, { call, result }: WrittenRun): HostedRun | undefined {
  const { name, input, metadata } = call
  return form.read?.({ name, input, own: metadata }, result && resultOf(name, result.output, result.isError))
}

function resultOf(name: string, output: ToolOutput, isError = false): ToolResult {
  return { type: 'tool-result', callId: 'c', name, output, isError, providerExecuted: true }
}

const text = fc.string({ minLength: 1, maxLength: 12 })
const error = fc.option(fc.oneof(fc.constantFrom('unavailable', 'max_uses_exceeded'), text), {
  nil: undefined,
})
const source = fc.record({ url: fc.webUrl(), title: text }, { requiredKeys: ['url'] })
const RUNS: Readonly<Record<string, fc.Arbitrary<HostedRun>>> = {
  web_search: fc.record({ queries: fc.array(text, { minLength: 1 }), sources: fc.array(source), error }),
  code_execution: fc.record({ code: fc.string(), output: fc.string(), error }),
  mcp: fc.record({
    tool: fc.record({
      server: fc.string(),
      name: fc.string(),
      input: fc.constantFrom<JsonObject>({}, { a: 1 }),
    }),
    output: fc.string(),
    error,
  }),
}

function runsOf(kind: string): fc.Arbitrary<HostedRun> {
  const runs = RUNS[kind]
  if (runs === undefined) throw new Error(`no runs are made up of ${kind}`)
  return runs.map(stored)
}

describe.each(FORMS)('a provider-executed $kind in the form of $wire', ({ kind, form, write }) => {
  test('is read as it was written, and written unchanged', () => {
    fc.assert(
      fc.property(runsOf(kind), (run) => {
        const told = read(form, write(run, 'id')) ?? {}
        expect(read(form, write(told, 'id'))).toEqual(told)
        expectSaid(run, told)
      }),
      tries(100),
    )
  })

  test('can be expressed without any further data', () => {
    expect(() => read(form, write({}, 'id'))).not.toThrow()
  })
})

/** Every wire contains the queries, the code, the called tool and the failure. */
function expectSaid(run: HostedRun, told: HostedRun): void {
  expect(told.queries?.join('; ')).toBe(run.queries?.join('; '))
  expect([told.code, told.tool]).toEqual([run.code, run.tool])
  if (run.tool !== undefined) expect(told.output ?? told.error).toBe(run.error ?? run.output)
  expect(told.error !== undefined).toBe(run.error !== undefined)
}

test('all wires with such forms have been tried', () => {
  expect(FORMS.length).toBeGreaterThanOrEqual(7)
})

describe('forms that are specific to a wire', () => {
  test('a command of Claude is code; its status, or its error code, marks it as failed', () => {
    const form = formOf('anthropic-messages', 'code_execution')
    const name = 'bash_code_execution'
    const of = (content: JsonObject) =>
      form.read?.(
        { name, input: { command: 'ls' }, own: {} },
        resultOf(name, { type: 'json', value: content }),
      )
    expect(of({ stdout: 'a', stderr: 'b', return_code: 0 })).toEqual({ code: 'ls', output: 'ab' })
    expect(of({ stdout: 'a', stderr: 'b', return_code: 2 })).toEqual({
      code: 'ls',
      output: 'a',
      error: 'b',
    })
    expect(of({ stdout: '', stderr: '', return_code: 2 })).toMatchObject({ error: 'exit code 2' })
    expect(of({ error_code: 'unavailable' })).toMatchObject({ error: 'unavailable' })
  })

  test.each([
    ['broken', 'unavailable'],
    ['max_uses_exceeded', 'max_uses_exceeded'],
  ])('a search that failed as "%s" becomes %s for clients of Anthropic', (reason, code) => {
    const { write } = formOf('anthropic-messages', 'web_search')
    const output = write?.({ queries: ['q'], error: reason }, 'id').result?.output
    expect(output).toMatchObject({ type: 'error-json', value: { error_code: code } })
  })

  test('pages opened by a search of Responses are not decoded as a search', () => {
    const form = formOf('openai-responses', 'web_search')
    const of = (input: JsonObject) => form.read?.({ name: 'web_search', input, own: {} }, undefined)
    expect(of({ type: 'open_page', url: 'https://a.test' })).toBeUndefined()
    expect(of({ type: 'search', queries: [''] })).toBeUndefined()
    expect(of({ type: 'search', queries: 'a' })).toBeUndefined()
    const sources = [{ url: 'https://a.test' }]
    expect(of({ query: 'a', sources: [...sources, { url: 1 }] })).toEqual({ queries: ['a'], sources })
  })

  test('a program of Responses that failed printed why', () => {
    const form = formOf('openai-responses', 'code_execution')
    const call = { name: 'code_interpreter', input: { code: 'x' }, own: { extra: { status: 'failed' } } }
    const printed = resultOf(call.name, { type: 'text', value: 'No module' })
    expect(form.read?.(call, printed)).toEqual({ code: 'x', error: 'No module' })
    expect(form.read?.(call, undefined)).toEqual({ code: 'x', error: '' })
  })

  test.each(FORMS.filter(({ kind }) => kind !== 'mcp'))(
    'a call of $wire that has nothing of a $kind is not told',
    ({ form }) => {
      expect(form.read?.({ name: 'other', input: {}, own: {} }, undefined)).toBeUndefined()
    },
  )
})
