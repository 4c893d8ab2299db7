import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeArgumentText } from '../../src/base/model/arguments.js'
import { toolCall } from '../../src/base/model/create.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { runStep } from '../../src/codec/stream/event-step.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import {
  allTextDialects,
  functionTag,
  gemma4,
  hermesJson,
  kimiK2,
  readTextCalls,
  type TextCallsOptions,
  textCallsStep,
  writeTextCalls,
} from '../../src/text-calls/index.js'
import { tries } from '../support/cases.js'
import { soup } from './soup.js'
import { cut, eventsOf, TOOLS } from './support.js'

const PLACE = 'answer-1'

/** Yields the events of an answer with an id. */
function* answerEvents(deltas: Iterable<string>, isCut = false): Generator<StreamEvent> {
  for (const event of eventsOf(deltas)) {
    if (event.type === 'response-start') yield { ...event, id: PLACE }
    else if (event.type === 'finish' && isCut) yield { ...event, finish: { reason: 'length' } }
    else yield event
  }
}

/** Returns the events of a text whose prompt opened no reasoning, so that calls need not wait. */
function live(
  deltas: Iterable<string>,
  options: Omit<TextCallsOptions, 'beginsInThinking'>,
  isCut = false,
): readonly StreamEvent[] {
  const events = stepped(answerEvents(deltas, isCut), options)
  expect(checkGrammar(events)).toEqual([])
  return events
}

function stepped(events: Iterable<StreamEvent>, options: TextCallsOptions): readonly StreamEvent[] {
  return [...runStep(textCallsStep({ ...options, beginsInThinking: false }), events)]
}

/** Returns the deltas of each call that began before its end, with the call. */
function callsOf(events: readonly StreamEvent[]): { readonly deltas: string[]; readonly call: ToolCall }[] {
  const deltas = new Map<string, string[]>()
  return events.flatMap((event) => {
    if (event.type === 'tool-input-start') deltas.set(event.id, [])
    if (event.type === 'tool-input-delta') deltas.get(event.id)?.push(event.delta)
    const given = event.type === 'tool-call' ? deltas.get(event.call.id) : undefined
    return event.type === 'tool-call' && given !== undefined ? [{ deltas: given, call: event.call }] : []
  })
}

/** Expects that the deltas of each call are its argument text. Unusable arguments may have no deltas. */
function expectSums(events: readonly StreamEvent[]): void {
  for (const { deltas, call } of callsOf(events)) {
    if (deltas.length === 0) expect(call.status).not.toBe('complete')
    else expect(deltas.join('')).toBe(call.rawArguments ?? encodeArgumentText(call))
  }
}

const LENGTHS = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 })
const SETS = [...allTextDialects.map((dialect) => [dialect]), allTextDialects]

describe.each(SETS.map((dialects) => ({ dialects, title: dialects.length > 1 ? 'all' : dialects[0]?.id })))(
  '$title',
  ({ dialects }) => {
    test('for any text, at any split: the deltas are the arguments, and the answer is that of the text', () => {
      fc.assert(
        fc.property(soup(dialects), LENGTHS, fc.boolean(), (text, lengths, repair) => {
          const options = { dialects, tools: TOOLS, repair }
          const events = live(cut(text, lengths), options)
          expectSums(events)
          const whole = readTextCalls(text, { ...options, beginsInThinking: false, place: PLACE })
          expect(assemble(events, '').message.parts).toEqual(whole)
        }),
        tries(dialects.length > 1 ? 1000 : 200),
      )
    })
  },
)

const call = toolCall('functions.write_file:0', 'write_file', { path: 'a.txt', content: 'one\n "two" three' })

/** Returns the deltas of a written call that arrives character by character. */
function deltasOf(dialect: (typeof allTextDialects)[number]): readonly string[] | undefined {
  const text = writeTextCalls([call], { dialect, tools: TOOLS })
  const [first] = callsOf(stepped(answerEvents(text), { dialects: [dialect], tools: TOOLS }))
  return first?.deltas
}

test('the dialects whose calls begin before their end, and those whose arguments arrive in pieces', () => {
  const table = allTextDialects.map((dialect) => {
    const deltas = deltasOf(dialect)
    return `${dialect.id}: ${deltas === undefined ? 'whole' : deltas.length > 1 ? 'pieces' : 'start'}`
  })
  expect(table.sort()).toMatchInlineSnapshot(`
    [
      "apertus: whole",
      "bare-json: whole",
      "cline-xml: start",
      "cohere-action: pieces",
      "command-r-action: pieces",
      "deepseek-dsml: start",
      "deepseek-v31: pieces",
      "deepseek-v3: pieces",
      "fenced-json: whole",
      "fenced-tools: whole",
      "function-gemma: start",
      "function-tag: pieces",
      "functionary-v3: pieces",
      "gemma4: start",
      "giga-chat3: pieces",
      "glm-arg-kv: start",
      "granite-20b-fc: pieces",
      "granite3: pieces",
      "harmony: pieces",
      "hermes-json: pieces",
      "hunyuan-v3: start",
      "inkling: pieces",
      "internlm2-plugin: pieces",
      "invoke-xml: start",
      "kimi-k2: pieces",
      "kimi-k3: start",
      "lfm2: start",
      "llama3-json: whole",
      "lmstudio-default: pieces",
      "long-cat: pieces",
      "mini-cpm5: start",
      "minimax-m2: start",
      "minimax-m3: start",
      "mistral-args: pieces",
      "mistral-array: whole",
      "nemotron-toolcall: pieces",
      "olmo3-functions: start",
      "phi4-functools: pieces",
      "pythonic-list: start",
      "qwen3-coder-xml: start",
      "seed-oss-xml: start",
      "step3-steptml: start",
      "tool-call-prose: pieces",
      "tool-calls-array: pieces",
      "tool-id-params: whole",
    ]
  `)
})

describe.each(allTextDialects.filter((dialect) => deltasOf(dialect) !== undefined))('$id', (dialect) => {
  const options = { dialects: [dialect], tools: TOOLS }
  const written = writeTextCalls([call], { dialect, tools: TOOLS })
  const isFirst = dialect.starts?.some((mark) => written.startsWith(mark))
  const text = isFirst ? written : `I look.\n${written}`

  test('a call begins with the character that makes it certain, and not with an undeclared name', () => {
    const step = textCallsStep({ ...options, beginsInThinking: false })
    const types = [...answerEvents(text)].map((event) => step.push(event).map(({ type }) => type))
    const began = types.findIndex((given) => given.includes('tool-input-start'))
    const ended = types.findIndex((given) => given.includes('tool-call'))
    expect(began).toBeGreaterThan(0)
    expect(began).toBeLessThan(ended)
    const other = text.replace(/write_file/g, 'write_fiend')
    expect(live(other, options).map(({ type }) => type)).not.toContain('tool-input-start')
  })

  test('a call that is cut anywhere is truncated, with the text of its deltas', () => {
    for (let length = 0; length < text.length; length += 1) {
      const events = live(cut(text.slice(0, length), [3]), options, true)
      expectSums(events)
      const calls = assemble(events, '').message.parts.filter((part) => part.type === 'tool-call')
      for (const { status, withheld } of calls)
        expect(status === 'truncated' || withheld !== undefined).toBe(true)
    }
  })
})

describe('the start of a call', () => {
  const text = '<tool_call>{"name": "get", "arguments": {"url": "a"}}</tool_call>'
  const types = (events: Iterable<StreamEvent>, options: Partial<TextCallsOptions>) => [
    ...new Set(
      [...runStep(textCallsStep({ dialects: [hermesJson], tools: TOOLS, ...options }), events)].map(
        ({ type }) => type,
      ),
    ),
  ]

  test('waits in a text that may be reasoning', () => {
    expect(types(answerEvents(text), {})).not.toContain('tool-input-start')
    expect(types(answerEvents(`<think>So.</think>${text}`), {})).toContain('tool-input-start')
    expect(types(answerEvents(text), { beginsInThinking: true })).not.toContain('tool-input-start')
  })

  test('waits in an answer without an id, unless the call has an id', () => {
    expect(types(eventsOf(text), { beginsInThinking: false })).not.toContain('tool-input-start')
    const own = writeTextCalls([call], { dialect: kimiK2, tools: TOOLS })
    const options = { dialects: [kimiK2], beginsInThinking: false }
    expect(types(eventsOf(own), options)).toContain('tool-input-start')
  })

  test('arguments before the name arrive with the name', () => {
    const late = '<tool_call>{"arguments": {"url": "a"}, "name": "get"}</tool_call>'
    const [given] = callsOf(live(late, { dialects: [hermesJson], tools: TOOLS }))
    expect(given).toMatchObject({ deltas: ['{"url": "a"}'], call: { name: 'get', arguments: { url: 'a' } } })
  })

  test('arguments that are converted arrive at the end, in one delta', () => {
    const gemma = '<|tool_call>call:get{url:<|"|>a<|"|>}<tool_call|>'
    const [given] = callsOf(live(gemma, { dialects: [gemma4], tools: TOOLS }))
    expect(given).toMatchObject({ deltas: ['{"url":"a"}'], call: { arguments: { url: 'a' } } })
  })

  test('white space at the end of broken arguments is not emitted', () => {
    const broken = '<function=get>{"url": </function>'
    const events = live(cut(broken, [1]), { dialects: [functionTag], tools: TOOLS })
    expectSums(events)
    expect(callsOf(events)).toMatchObject([{ call: { status: 'malformed', rawArguments: '{"url":' } }])
  })

  test('arguments in a JSON string arrive at the end', () => {
    const quoted = '<tool_call>{"name": "get", "arguments": "{\\"url\\": \\"a\\"}"}</tool_call>'
    const [given] = callsOf(live(quoted, { dialects: [hermesJson], tools: TOOLS }))
    expect(given).toMatchObject({ deltas: ['{"url": "a"}'], call: { arguments: { url: 'a' } } })
  })

  test('a free-text tool is begun as one', () => {
    const tools = [{ type: 'custom' as const, name: 'patch' }]
    const made = '<tool_call>{"name": "patch", "arguments": {"input": "a b"}}</tool_call>'
    const events = live(made, { dialects: [hermesJson], tools })
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool-input-start', kind: 'custom' }))
    expect(callsOf(events)).toMatchObject([{ deltas: ['a b'], call: { kind: 'custom', arguments: 'a b' } }])
  })
})
