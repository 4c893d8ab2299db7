import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { decodeTraffic } from '../../src/traffic/decode-traffic.js'
import { LOG_FORMATS, logRecord, TRANSCRIPTS, transcriptOf } from '../../src/traffic/logs/log-formats.js'
import { registry } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { exchanges } from '../support/exchanges.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'
import { LINES, textOfLines, VALUES } from './samples.js'

interface Called {
  readonly wire?: string
  readonly request?: { readonly toolCalls: readonly { readonly arguments: { readonly city: string } }[] }
  readonly response?: Called['request']
  readonly error?: { readonly code: string }
}

async function callsIn(text: string, ...options: readonly string[]): Promise<Called[]> {
  const file = join(temporaryFolder(), text.startsWith('[') ? 'log.json' : 'log.jsonl')
  writeFileSync(file, text)
  const { stdout } = await runCli(['calls', ...options, file], '', { adapters: ADAPTERS_FOLDER })
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

const citiesOf = (called: readonly Called[]) =>
  called.flatMap(({ request, response }) =>
    [request, response].flatMap((side) => side?.toolCalls.map(({ arguments: given }) => given.city) ?? []),
  )

describe.each(Object.entries(VALUES))('%s', (_name, { wire, cities, value }) => {
  test('is read by decodeAny and by the command line', async () => {
    const { wire: found, calls } = await decodeTraffic(JSON.stringify(value), registry)
    expect(found).toBe(wire)
    expect(calls.map(({ arguments: given }) => isObject(given) && given.city)).toEqual(cities)
    const called = await callsIn(`${JSON.stringify(value)}\n${JSON.stringify(value)}\n`)
    expect(called.map(({ wire }) => wire)).toEqual([wire, wire])
    expect(citiesOf(called)).toEqual([...cities, ...cities])
  })

  test('is of one form alone', () => {
    expect(isObject(value) ? LOG_FORMATS.filter(({ read }) => read(value) !== undefined) : []).toHaveLength(1)
    expect(transcriptOf([value])).toBeUndefined()
  })
})

describe.each(Object.entries(LINES))('%s', (_name, { wire, cities, lines, conversations }) => {
  test('is read by decodeAny and by the command line', async () => {
    const called = await callsIn(textOfLines(lines))
    expect(called).toHaveLength(conversations)
    expect(called.every((one) => one.wire === wire && one.error === undefined)).toBe(true)
    expect(citiesOf(called)).toEqual(cities)
    expect((await decodeTraffic(textOfLines(lines), registry)).wire).toBe(wire)
  })

  test('is recognized as exactly one form, and its lines are not records', () => {
    expect(TRANSCRIPTS.filter(({ matches }) => lines.filter(isObject).some(matches))).toHaveLength(1)
    expect(lines.filter(isObject).flatMap((line) => logRecord(line) ?? [])).toEqual([])
  })

  test('returns the readable lines, and an error for the truncated line', async () => {
    const text = textOfLines(lines)
    const property = fc.asyncProperty(fc.nat(text.length), async (length) => {
      for (const { error } of await callsIn(text.slice(0, length)))
        if (error !== undefined) expect(error.code).toMatch(/invalid-json|unknown-wire/)
    })
    await fc.assert(property, tries(60))
  })
})

test('Claude Code: answers and results of several lines are one message each, and agents are separate conversations', async () => {
  const lines = LINES['Claude Code']?.lines.filter(isObject) ?? []
  const [main, agent, after] = transcriptOf(lines)?.read(lines) ?? []
  expect(main?.request.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: [{ type: 'text' }, { type: 'tool_use' }, { type: 'tool_use' }] },
    { role: 'user', content: [{ type: 'tool_result' }, { type: 'tool_result' }] },
    { role: 'assistant' },
    { role: 'user' },
    { role: 'assistant', content: [{ type: 'tool_use' }, { type: 'tool_use' }] },
    { role: 'user', content: [{ type: 'tool_result' }, { type: 'tool_result' }] },
    { role: 'assistant' },
  ])
  expect(agent?.request.messages).toHaveLength(2)
  expect(after?.request.messages).toHaveLength(1)
})

test('Claude Code: without the line that a message follows, nothing is left out', () => {
  const lines = LINES['Claude Code']?.lines.filter(isObject) ?? []
  const torn = lines.filter(({ uuid }) => uuid !== 'u2')
  const [main] = transcriptOf(torn)?.read(torn) ?? []
  expect(JSON.stringify(main)).toContain('A branch that was taken back')
})

test('Gemini CLI: the last state of each message, without removed content', () => {
  const lines = LINES['Gemini CLI, line by line']?.lines.filter(isObject) ?? []
  const [before, after] = transcriptOf(lines)?.read(lines) ?? []
  expect(before?.request.contents).toMatchObject([
    { role: 'user', parts: [{ text: 'The setup.' }] },
    { role: 'user', parts: [{ text: 'Is it raining in Oslo?' }] },
    { role: 'model', parts: [{ text: 'I look it up.' }, { functionCall: { id: 'w-1' } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'w-1' } }] },
  ])
  expect(after?.request.contents).toMatchObject([{ role: 'user' }, { role: 'model' }])
  const all = transcriptOf(lines)?.read([...lines, { $rewindTo: 'nowhere' }]) ?? []
  expect(all).toHaveLength(1)
})

test('text kept by a tracer is an answer, and a failed step has its error', async () => {
  const generation = { traceId: 't', type: 'GENERATION', input: 'Rain?', output: 'Yes.' }
  const text = await decodeTraffic(generation, registry)
  expect([text.request?.messages.length, text.response?.message.parts]).toEqual([
    1,
    [{ type: 'text', text: 'Yes.' }],
  ])
  const failed = await decodeTraffic(
    {
      call_type: 'acompletion',
      status: 'failure',
      messages: [{ role: 'user', content: 'Rain?' }],
      response: {},
      error_information: { error_code: '429', error_class: 'RateLimitError', error_message: 'too many' },
    },
    registry,
  )
  expect(failed.response?.error?.message).toBe('too many')
  const prompted = {
    run_type: 'llm',
    inputs: { prompts: ['Rain?'] },
    outputs: { generations: [[{ text: 'Yes.' }]] },
  }
  expect((await decodeTraffic(prompted, registry)).response?.message.parts).toMatchObject([{ text: 'Yes.' }])
})

test('no body of a recording is mistaken for a log', () => {
  for (const { request, response } of exchanges)
    for (const side of [request, response].map(asJson))
      if (isObject(side)) {
        expect(logRecord(side)).toBeUndefined()
        expect(transcriptOf([side])).toBeUndefined()
      }
})

test('--at reads nested values, as JSON or its text', async () => {
  const value = VALUES['result of an OpenAI batch']?.value
  const inner = isObject(value) && isObject(value.response) ? (value.response.body ?? null) : null
  const deep = `${JSON.stringify({ log: { said: inner } })}\n${JSON.stringify({ log: { said: JSON.stringify(inner) } })}\n${JSON.stringify({ log: {} })}\n`
  const called = await callsIn(deep, '--at', '/log/said')
  expect(citiesOf(called)).toEqual(['Oslo', 'Oslo'])
  expect(called[2]?.error).toMatchObject({ code: 'missing-field', path: '/log/said' })
})

const SAID = JSON.stringify({
  object: 'chat.completion',
  model: 'gpt-5.4',
  choices: [
    {
      index: 0,
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
        ],
      },
    },
  ],
})

test.each([
  ['curl -i', `HTTP/2 200 \r\ncontent-type: application/json\r\n\r\n${SAID}`, 1],
  [
    'curl -i after a redirect',
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${SAID}\n`,
    1,
  ],
  [
    'curl -v',
    `* Connected to localhost\n> POST /v1/chat/completions HTTP/1.1\n> Host: localhost\n>\n{ [5 bytes data]\n< HTTP/1.1 200 OK\n< content-type: application/json\n<\n${SAID}\n* Connection left intact\n`,
    1,
  ],
  ['two after each other', `HTTP/2 200 \n\n${SAID}\nHTTP/2 200 \n\n${SAID}\n`, 2],
  [
    'a request and an event stream',
    `POST /v1/chat/completions HTTP/1.1\ncontent-type: application/json\n\n{"model":"gpt-5.4","messages":[{"role":"user","content":"Hi"}]}\nHTTP/1.1 200 OK\ncontent-type: text/event-stream\n\ndata: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"weather","arguments":"{\\"city\\":\\"Oslo\\"}"}}]},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n`,
    1,
  ],
])('the output of %s is read', async (_name, text, count) => {
  const called = await callsIn(text)
  expect(citiesOf(called)).toEqual(Array.from({ length: count }, () => 'Oslo'))
  expect(called).toHaveLength(count)
  const last = await decodeTraffic(text, registry)
  expect([last.wire, last.calls.map(({ arguments: given }) => given)]).toEqual([
    'openai-chat',
    [{ city: 'Oslo' }],
  ])
})

test('data sets in the form of ShareGPT: calls and results in the text become those of chat completions', async () => {
  const tool = { name: 'weather', parameters: { type: 'object' } }
  const record = {
    id: 'row-1',
    conversations: [
      {
        from: 'system',
        value: `You may call <tools>\n${JSON.stringify({ type: 'function', function: tool })}\n</tools>`,
      },
      { from: 'human', value: 'Is it raining in Oslo?' },
      { from: 'gpt', value: '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>' },
      { from: 'tool', value: '<tool_response>\nrain\n</tool_response>' },
      { from: 'gpt', value: 'Yes.' },
    ],
  }
  const called = await callsIn(`${JSON.stringify(record)}\n${JSON.stringify(record)}\n`)
  expect(citiesOf(called)).toEqual(['Oslo', 'Oslo'])
  expect(called[0]).toMatchObject({
    wire: 'openai-chat',
    request: { toolResults: [{ callId: 'call_2_0' }], tools: [{ name: 'weather' }] },
  })
})

test('a file of values of no known form is refused in one line', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => JSON.stringify({ level: 'info', index }))
  const text = lines.join('\n')
  expect(await callsIn(`${text}\n`)).toMatchObject([{ error: { code: 'unknown-wire' } }])
  const list = await callsIn(`[${lines.join()}]`)
  expect(list).toMatchObject([{ error: { code: 'unknown-wire' } }])
  const known = `[${[...lines, JSON.stringify(VALUES.LiteLLM?.value)].slice(-3).join()}]`
  expect(citiesOf((await callsIn(known)).filter(({ error }) => error === undefined))).toEqual(['Oslo'])
  await expect(decodeTraffic(text, registry)).rejects.toThrow(/pass each line separately/)
  const mixed = `${text}\n${JSON.stringify(VALUES.LiteLLM?.value)}\n`
  expect(citiesOf((await callsIn(mixed, '--jsonl')).filter(({ error }) => error === undefined))).toEqual([
    'Oslo',
  ])
})

test('the guide names every form', () => {
  const guide = readFileSync('docs/logs-of-other-programs.md', 'utf8')
  for (const { title } of [...LOG_FORMATS, ...TRANSCRIPTS])
    expect(guide).toContain(title.replace(/^an? /, ''))
})
