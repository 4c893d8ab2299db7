import fc from 'fast-check'
import { jsonrepair } from 'jsonrepair'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { decodeArgumentText } from '../../src/base/model/arguments.js'
import { createContext } from '../../src/base/model/context.js'
import { checkCalls, defineTool, type Message, type ToolCall } from '../../src/index.js'

const weather = defineTool({
  name: 'weather',
  parameters: z.object({ city: z.string(), days: z.number().optional() }),
  execute: () => 'rain',
})
/** A tool as JSON Schema, without code to run. */
const search = {
  ...{ type: 'function' as const, name: 'search' },
  parameters: {
    ...{ type: 'object', required: ['query'] },
    properties: {
      query: { type: 'string' },
      filter: { type: 'object', properties: { year: { type: 'integer' } } },
    },
  },
}
const tools = [weather, search]

function calling(name: string, text: string, cut = false): Message {
  const head = {
    type: 'tool-call' as const,
    id: 'c1',
    name,
    kind: 'function' as const,
    providerExecuted: false,
  }
  const call: ToolCall = { ...head, ...decodeArgumentText(text, cut, createContext('test')) }
  return { role: 'assistant', parts: [{ type: 'text', text: 'Well' }, call] }
}

test('arguments that fit are passed, and nothing is run or repaired', async () => {
  const repairJson = () => {
    throw new Error('not asked')
  }
  for (const message of [calling('weather', '{"city":"Oslo"}'), calling('search', '{"query":"x"}')]) {
    const { calls, notices } = await checkCalls(message, tools, { repairJson })
    expect(calls).toEqual([{ call: message.parts[1], fits: true, repaired: false }])
    expect(notices).toEqual([])
  }
})

test.each([
  ['weather', '{"city":1,"days":"two"}', [/\/city: /, /\/days: /]],
  ['search', '{"filter":{"year":"new"}}', [/\/filter\/year: /]],
  ['nothing', '{}', [/There is no tool .+nothing/]],
  ['search', '{"query":', [/not valid JSON/]],
  ['search', '[]', [/not a JSON object/]],
])('the problems of %s %s are reported to the model, path by path', async (name, text, lines) => {
  const { calls } = await checkCalls(calling(name, text), tools)
  expect(calls).toMatchObject([{ fits: false, repaired: false, result: { callId: 'c1', isError: true } }])
  for (const line of lines) expect(JSON.stringify(calls[0]?.result?.output)).toMatch(line)
})

describe('repair of JSON', () => {
  test("is marked in the call and by a notice, and the model's text is kept", async () => {
    const text = "{city: 'Oslo',}"
    const { calls, notices } = await checkCalls(calling('weather', text), tools, { repairJson: jsonrepair })
    expect(calls).toMatchObject([
      {
        fits: true,
        repaired: true,
        call: { status: 'complete', arguments: { city: 'Oslo' }, rawArguments: text },
      },
    ])
    expect(notices).toMatchObject([
      { code: 'arguments-repaired', severity: 'warning', path: '/parts/1/arguments' },
    ])
  })

  test('is checked by the schema like any other', async () => {
    const { calls } = await checkCalls(calling('weather', '{city: 5}'), tools, { repairJson: jsonrepair })
    expect(calls).toMatchObject([{ fits: false, repaired: true }])
  })

  test('is not made for truncated arguments, or without the option', async () => {
    const cut = calling('weather', '{"city":"Os', true)
    expect((await checkCalls(cut, tools, { repairJson: jsonrepair })).calls).toMatchObject([
      { fits: false, repaired: false },
    ])
    expect((await checkCalls(calling('weather', '{city:"Oslo"}'), tools)).calls).toMatchObject([
      { fits: false, repaired: false },
    ])
  })

  test('that fails or gives no object changes nothing', async () => {
    const repairs = [
      () => 'no JSON',
      () => '[1]',
      () => {
        throw new Error('cannot')
      },
    ]
    for (const repairJson of repairs) {
      const message = calling('weather', '{city')
      const { calls } = await checkCalls(message, tools, { repairJson })
      expect(calls).toMatchObject([{ call: message.parts[1], fits: false, repaired: false }])
    }
  })

  test('for any input, repaired calls are marked, others are unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.boolean(), async (text, cut) => {
        const message = calling('weather', text, cut)
        const { calls, notices } = await checkCalls(message, tools, { repairJson: jsonrepair })
        const [checked] = calls
        expect(checked?.repaired).toBe(checked?.call !== message.parts[1])
        expect(notices.length).toBe(checked?.repaired ? 1 : 0)
        expect(checked?.fits).toBe(checked?.result === undefined)
      }),
    )
  })
})

describe('the budget', () => {
  test('of bytes refuses before anything is parsed or repaired', async () => {
    const text = `{"city":"${'ö'.repeat(100)}"}`
    const told = async (maxBytes: number) =>
      (await checkCalls(calling('weather', text), tools, { maxBytes })).calls[0]
    expect(await told(211)).toMatchObject({ fits: true })
    expect(await told(210)).toMatchObject({ fits: false })
    expect(JSON.stringify(await told(210))).toContain('more than 210 bytes')
  })

  test('of time rejects the remaining calls', async () => {
    const { calls } = await checkCalls(calling('weather', '{"city":"Oslo"}'), tools, { maxTime: 0 })
    expect(calls).toMatchObject([{ fits: false }])
  })
})

test('calls of the provider’s tools are not checked', async () => {
  const message = calling('weather', '{}')
  const parts = message.parts.map((part) =>
    part.type === 'tool-call' ? { ...part, providerExecuted: true } : part,
  )
  expect((await checkCalls({ ...message, parts }, tools)).calls).toEqual([])
})
