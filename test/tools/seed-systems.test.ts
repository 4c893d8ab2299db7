import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  assistantMessage,
  isComplete,
  toolCall,
  toolMessage,
  userMessage,
} from '../../src/base/model/create.js'
import { conversationSchema } from '../../src/base/model/schemas.js'
import type { Conversation, Message, ToolChoice, ToolResult } from '../../src/base/model/types.js'
import { defineTool, pendingCalls, runTools, type ToolRun } from '../../src/index.js'
import { createExecutor, ToolError } from '../../src/tools/index.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { adapters } from '../support/adapters.js'
import { projectRoot } from '../support/project.js'

const tools = ['give', 'fail'].map((name) =>
  defineTool({
    name,
    parameters: { type: 'object', properties: { value: {} } },
    execute({ value }) {
      if (name === 'fail')
        throw new ToolError('the disk is full', { category: 'server_error', metadata: { disk: 'sda1' } })
      return value
    },
  }),
)

/** Runs a round of any system: the model makes two calls, and both are run. */
async function round(): Promise<Conversation> {
  const calls = [toolCall('call_one1', 'give', { value: { sky: 'rain' } }), toolCall('call_two2', 'fail')]
  const messages = [userMessage('Do both.'), assistantMessage(...calls)]
  const results = await runTools(messages, tools)
  return { messages: [...messages, toolMessage(results)], tools }
}

function sent(conversation: Conversation, { adapter }: (typeof adapters)[number]) {
  const { value, notices } = encodeConversation(conversation, {
    to: adapter,
    model: 'example-model',
    maxOutputTokens: 100,
  })
  const text = JSON.stringify(value)
  return { text, notices, ...adapter.decodeRequest(text).value }
}

/** Wires that support only text carry JSON as text. */
function jsonOf(result: ToolResult | undefined): unknown {
  const value = result !== undefined && 'value' in result.output ? result.output.value : undefined
  return typeof value === 'string' ? JSON.parse(value) : value
}

function resultsOf(messages: readonly Message[]): ToolResult[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'))
}

describe('on every wire', () => {
  test.each(adapters)(
    '$wire: M1, M4, trap 2: a round trip keeps the calls, ids, results and their order',
    async (loaded) => {
      const conversation = await round()
      const { messages } = sent(conversation, loaded)
      const calls = messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
      expect(calls.map(({ name, arguments: given }) => [name, given])).toEqual([
        ['give', { value: { sky: 'rain' } }],
        ['fail', {}],
      ])
      const results = resultsOf(messages)
      expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id))
      expect(pendingCalls(messages)).toEqual([])
      expect(jsonOf(results[0])).toEqual({ sky: 'rain' })
    },
  )

  test.each(adapters)(
    '$wire: M2, R4, trap 3: an error is still an error after a round trip',
    async (loaded) => {
      const results = resultsOf(sent(await round(), loaded).messages)
      expect(results.map(({ isError }) => isError)).toEqual([false, true])
    },
  )

  test.each(adapters)('$wire: M2, M11, C7: category and metadata stay with the host', async (loaded) => {
    const conversation = await round()
    const [, failed] = resultsOf(conversation.messages)
    expect(failed).toMatchObject({ category: 'server_error', retryable: true, metadata: { disk: 'sda1' } })
    expect(sent(conversation, loaded).text).not.toMatch(/server_error|sda1|retryable/)
  })

  const choices: ToolChoice[] = [
    { type: 'auto' },
    { type: 'none' },
    { type: 'required' },
    { type: 'tool', name: 'fail' },
  ]
  test.each(
    adapters.flatMap((loaded) => choices.map((toolChoice) => ({ loaded, toolChoice, wire: loaded.wire }))),
  )(
    '$wire: M3, trap 9: a choice of $toolChoice.type arrives, or a notice says that it cannot',
    ({ loaded, toolChoice }) => {
      const {
        notices,
        toolChoice: arrived,
        tools: declared = [],
      } = sent({ messages: [userMessage('Go.')], tools, toolChoice }, loaded)
      const isDefault = toolChoice.type === 'auto' && arrived === undefined
      const isTold = notices.some(({ code }) => code.includes('choice'))
      // A wire that cannot name a tool requires a call of the only declared tool.
      const isOnly =
        toolChoice.type === 'tool' &&
        arrived?.type === 'required' &&
        declared.length === 1 &&
        declared[0]?.name === toolChoice.name
      expect(isDefault || isTold || isOnly || JSON.stringify(arrived) === JSON.stringify(toolChoice)).toBe(
        true,
      )
    },
  )
})

describe('in this process', () => {
  test.each([['text'], [''], [null], [0], [false], [['a', null]], [{ deep: { er: [1] } }]])(
    'R3: a result can be any JSON value: %j',
    async (value) => {
      const [result] = await createExecutor({ tools }).execute([toolCall('c', 'give', { value })])
      expect(result?.output).toEqual({ type: typeof value === 'string' ? 'text' : 'json', value })
      expect(result?.name).toBe('give')
    },
  )

  test('R12, trap 7: a round that was stored and restored is the same, its errors included', async () => {
    const conversation = await round()
    const stored = JSON.parse(JSON.stringify({ messages: conversation.messages }))
    expect(stored.messages).toEqual(conversation.messages)
    expect(resultsOf(stored.messages).map(({ isError }) => isError)).toEqual([false, true])
  })

  test('R13: an unknown role, part or status is refused loudly', () => {
    const call = toolCall('c', 'give')
    const wrong = [
      { messages: [{ role: 'robot', parts: [] }] },
      { messages: [{ role: 'user', parts: [{ type: 'telepathy' }] }] },
      { messages: [{ role: 'assistant', parts: [{ ...call, status: 'perhaps' }] }] },
    ]
    for (const conversation of wrong) expect(() => conversationSchema.parse(conversation)).toThrow()
    expect(conversationSchema.parse({ messages: [assistantMessage(call)] })).toBeTruthy()
  })

  test('R6: a call that is complete has its arguments, for the compiler too', () => {
    const message = assistantMessage(toolCall('c', 'give', { value: 1 }))
    const whole = message.parts.filter((part) => part.type === 'tool-call').filter(isComplete)
    expect(whole.map((call) => Object(call.arguments).value)).toEqual([1])
  })

  const rawArgumentsOf = (_input: unknown, { call }: ToolRun) => call.rawArguments

  test('A1: the text of the arguments stays with the call, and reaches the tool’s context', async () => {
    const raw = '{"value": 12345678901234567890}'
    const seen = { ...tools[0], name: 'seen', type: 'function' as const, execute: rawArgumentsOf }
    const call = { ...toolCall('c', 'seen', { value: 1 }), rawArguments: raw }
    expect((await createExecutor({ tools: [seen] }).execute([call]))[0]?.output).toMatchObject({ value: raw })
  })
})

describe('docs/seed-systems.md', () => {
  const page = readFileSync(join(projectRoot, 'docs/seed-systems.md'), 'utf8')
  const lines = [...page.matchAll(/^\| ([ZMCRA]\d+|trap \d+) \|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)]
  const rows = lines.map(([, row = '', , , where = '']) => ({ row, where: where.trim() }))
  const counts: Readonly<Record<string, number>> = { Z: 14, M: 12, C: 14, R: 13, A: 15, 'trap ': 12 }

  test('has a line for each row of the five systems, and for each trap', () => {
    const wanted = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
    )
    expect(rows.map(({ row }) => row)).toEqual(wanted)
  })

  /** Tests of features older than this list have their own names. */
  const isNamed = ({ where }: { readonly where: string }) =>
    /^`(?:test|fixtures)\/[^`]+`( `(?:test|fixtures)\/[^`]+`)*$/.test(where)

  test.each(rows.filter(isNamed))('$row is what a test is named after', ({ row, where }) => {
    const files = [...where.matchAll(/`((?:test|fixtures)\/[^`]+)`/g)].map(([, file = '']) => file)
    const titles = files.map((file) => readFileSync(join(projectRoot, file), 'utf8'))
    expect(files.length).toBeGreaterThan(0)
    for (const text of titles) expect(text).toMatch(new RegExp(`['"\`$, ]${row}(?=[,:] )`))
  })
})
