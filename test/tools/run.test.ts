import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { contentResult, toolMessage, userMessage } from '../../src/base/model/create.js'
import type {
  Conversation,
  Message,
  ObjectToolCall,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'
import { defineTextTool, defineTool } from '../../src/tools/define-tool.js'
import { pendingCalls } from '../../src/tools/pending.js'
import { runTools } from '../../src/tools/run-tools.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'

type CompleteCall = Extract<ObjectToolCall, { status: 'complete' }>

function callOf(change: Partial<CompleteCall> = {}): CompleteCall {
  return {
    type: 'tool-call',
    id: 'call_1',
    kind: 'function',
    name: 'weather',
    status: 'complete',
    arguments: { city: 'Oslo' },
    providerExecuted: false,
    ...change,
  }
}

function modelSays(...parts: Message['parts']): Message {
  return { role: 'assistant', parts }
}

function textOf(result: ToolResult | undefined): unknown {
  return result !== undefined && 'value' in result.output ? result.output.value : undefined
}

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: z.object({ city: z.string(), days: z.number().int().default(3) }),
  execute: ({ city, days }) => `${city}: ${days} days of rain`,
})

const OTHER_CALL = 'Two calls have the id "call_1": only the first one was run.'

describe('runTools answers', () => {
  test('a call with the output of its tool, with defaults of the schema', async () => {
    const [result, ...others] = await runTools(modelSays(callOf()), [weather])
    expect(others).toEqual([])
    expect(result).toMatchObject({
      callId: 'call_1',
      isError: false,
      output: { type: 'text', value: 'Oslo: 3 days of rain' },
    })
  })

  test('arguments that the schema refuses with the places, and does not run them', async () => {
    let runs = 0
    const counting = {
      ...weather,
      execute() {
        runs += 1
      },
    }
    const [result] = await runTools(modelSays(callOf({ arguments: { city: 7, days: 1.5 } })), [counting])
    expect(runs).toBe(0)
    expect(result?.isError).toBe(true)
    expect(textOf(result)).toMatch(/do not fit its schema.*\n\/city: .*string.*\n\/days: /)
  })

  test('the same with JSON Schema, without defaults', async () => {
    const plain = defineTool({
      name: 'weather',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, at: { type: 'array', items: { $ref: '#/$defs/day' } } },
        required: ['city'],
        $defs: { day: { enum: ['Monday', 'Tuesday'] } },
      },
      execute: (input) => input,
    })
    const [refused] = await runTools(modelSays(callOf({ arguments: { city: 'Oslo', at: ['Sunday'] } })), [
      plain,
    ])
    expect(textOf(refused)).toContain('/at/0: ')
    const [missing] = await runTools(modelSays(callOf({ arguments: {} })), [plain])
    expect(textOf(missing)).toMatch(/the arguments: .*city/)
    const [run] = await runTools(modelSays(callOf()), [plain])
    expect(textOf(run)).toEqual({ city: 'Oslo' })
  })

  test.each(['malformed', 'truncated', 'not-object'] as const)('a %s call with an error', async (status) => {
    const { arguments: _arguments, ...call } = callOf({ rawArguments: '{"city": "Os' })
    const [result] = await runTools(modelSays({ ...call, status }), [weather])
    expect(result?.isError).toBe(true)
    expect(textOf(result)).toMatch(/Call the tool again/)
  })

  test.each([
    ['the same result', {}, 'Oslo: 3 days of rain'],
    ['an error, when it asks for something else', { arguments: { city: 'Bergen' } }, OTHER_CALL],
    ['an error, when it is of another tool', { name: 'other' }, OTHER_CALL],
    ['an error, when it has another namespace', { namespace: 'a' }, OTHER_CALL],
  ])('the second call of one id with %s, and runs only the first', async (_, change, told) => {
    const given: unknown[] = []
    const execute: typeof weather.execute = (input, run) => {
      given.push(input)
      return weather.execute?.(input, run)
    }
    const other = defineTool({ name: 'other', execute: () => given.push('other') })
    const message = modelSays(callOf(), callOf(change), callOf({ id: 'call_2' }))
    const results = await runTools(message, [{ ...weather, execute }, other])
    expect(results.map(({ callId }) => callId)).toEqual(['call_1', 'call_1', 'call_2'])
    expect(results.map(textOf)).toEqual(['Oslo: 3 days of rain', told, 'Oslo: 3 days of rain'])
    expect(given).toHaveLength(2)
  })

  test('a call of an unknown tool with the names of those there are', async () => {
    const [result] = await runTools(modelSays(callOf({ name: 'wether' })), [weather])
    expect(result?.isError).toBe(true)
    expect(textOf(result)).toBe('There is no tool "wether". There are: weather.')
  })

  test('a tool that throws, or returns a value that is not JSON, with the error', async () => {
    const failing = defineTool({
      name: 'fail',
      execute() {
        throw new Error('no network')
      },
    })
    const endless = defineTool({ name: 'endless', execute: () => 10n })
    const message = modelSays(
      callOf({ name: 'fail', arguments: {} }),
      callOf({ id: 'call_2', name: 'endless', arguments: {} }),
    )
    const cyclic = defineTool({
      name: 'cyclic',
      execute() {
        const thrown: { self?: object } = {}
        thrown.self = thrown
        throw thrown
      },
    })
    const loop = callOf({ id: 'call_3', name: 'cyclic', arguments: {} })
    const results = await runTools([message, modelSays(loop)], [failing, endless, cyclic])
    expect(results.map(({ isError }) => isError)).toEqual([true, true, true])
    expect(textOf(results[0])).toBe('no network')
  })

  test('a result of parts unchanged', async () => {
    const show = defineTool({
      name: 'show',
      execute: (_input, { call }) => contentResult(call, [{ type: 'text', text: 'seen' }]),
    })
    const [result] = await runTools(modelSays(callOf({ name: 'show', arguments: {} })), [show])
    expect(result?.output).toEqual({ type: 'content', value: [{ type: 'text', text: 'seen' }] })
  })

  test('free text with the output of a text tool', async () => {
    const shell = defineTextTool({ name: 'shell', execute: (command) => command.toUpperCase() })
    const call: ToolCall = {
      type: 'tool-call',
      id: 'c',
      kind: 'custom',
      name: 'shell',
      status: 'complete',
      arguments: 'ls',
      providerExecuted: false,
    }
    expect(textOf((await runTools(modelSays(call), [shell]))[0])).toBe('LS')
  })

  test('calls that were stopped before they began', async () => {
    const signal = AbortSignal.abort()
    const [result] = await runTools(modelSays(callOf()), [weather], { signal })
    expect(textOf(result)).toMatch(/cancelled/)
  })

  test('in the order of the calls, regardless of their duration', async () => {
    const slow = defineTool({
      name: 'wait',
      parameters: z.object({ ms: z.number() }),
      execute: ({ ms }) => new Promise((resolve) => setTimeout(() => resolve(ms), ms)),
    })
    const calls = [20, 0, 10].map((ms, index) => callOf({ id: `c${index}`, name: 'wait', arguments: { ms } }))
    const results = await runTools(modelSays(...calls), [slow])
    expect(results.map(({ callId }) => callId)).toEqual(['c0', 'c1', 'c2'])
    expect(results.map(textOf)).toEqual([20, 0, 10])
  })

  test('no results for tools that another host runs', async () => {
    const { execute: _execute, ...asked } = weather
    const message = modelSays(callOf())
    expect(await runTools(message, [asked])).toEqual([])
    expect(pendingCalls(message)).toHaveLength(1)
  })
})

describe('pendingCalls', () => {
  test('are those of the last turn that nothing answers', async () => {
    const first = callOf({ id: 'a' })
    const second = callOf({ id: 'b' })
    const messages = [
      userMessage('Hi'),
      modelSays(callOf({ id: 'a' })),
      userMessage('No.'),
      modelSays(first, second),
    ]
    expect(pendingCalls(messages).map(({ id }) => id)).toEqual(['a', 'b'])
    const [result] = await runTools(modelSays(first), [weather])
    const half = [...messages, toolMessage(result === undefined ? [] : [result])]
    expect(pendingCalls({ messages: half }).map(({ id }) => id)).toEqual(['b'])
    const interim = result && { ...result, callId: 'b', preliminary: true }
    expect(pendingCalls([...half, toolMessage(interim ? [interim] : [])])).toHaveLength(1)
  })
})

describe.each(adapters)('of every recorded answer of $wire', ({ wire, adapter }) => {
  test('each client call is answered once, none of the provider’s is, and the wire takes the results', async () => {
    const { rules } = adapterOf(wire)
    const pairingFaults = (messages: readonly Message[]) => {
      const conversation: Conversation = { model: 'm', maxOutputTokens: 9, messages }
      const request = expectObject(asJson(adapter.encodeRequest(conversation).value), '')
      const faults = lint(rules, request).filter(({ rule }) => /-PAIR-/.test(rule))
      return faults.map(({ rule, message }) => `${rule} ${message}`)
    }
    let count = 0
    for (const { id, response } of exchangesOf(wire)) {
      if (response === undefined) continue
      const { message } = adapter.decodeResponse(response).value
      const calls = message.parts.filter((part) => part.type === 'tool-call')
      const owed = calls.filter(
        ({ providerExecuted, withheld }) => !providerExecuted && withheld === undefined,
      )
      const names = [...new Set(owed.map(({ name }) => name))]
      const tools = names.slice(1).map((name) => defineTool({ name, execute: () => 'done' }))
      const results = await runTools(message, tools)
      expect(
        results.map(({ callId }) => callId),
        id,
      ).toEqual(owed.map((call) => call.id))
      if (results.length === 0) continue
      count += results.length
      const messages = [userMessage('Hi'), message]
      expect(pendingCalls([...messages, toolMessage(results)]), id).toEqual([])
      const before = new Set(pairingFaults(messages))
      const after = pairingFaults([...messages, toolMessage(results)])
      expect(
        after.filter((fault) => !before.has(fault)),
        id,
      ).toEqual([])
    }
    expect(count).toBeGreaterThan(0)
  })
})
