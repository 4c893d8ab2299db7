import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openTelemetry as spanFormat } from '../../adapters/open-telemetry/index.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { asChecked, asJson, isArray, isObject } from '../../src/base/json/read-json.js'
import type { Message, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { toolCall, toolResult } from '../../src/index.js'
import { exchangeSpans, otlpTraces, type RecordedSpan, type TracedExchange } from '../../telemetry.js'
import { adapterOf } from '../support/adapters.js'
import { allFixtures, type Fixture } from '../support/exchanges.js'

const ALL = { recordContent: true, maxContentCharacters: Number.POSITIVE_INFINITY }

function exchangeOf({ wire, canonical }: Fixture): TracedExchange {
  return { wire, adapter: adapterOf(wire).adapter, ...canonical }
}

const known = allFixtures.filter(
  ({ canonical }) => (canonical.request?.messages.length ?? 0) > 0 || canonical.response !== undefined,
)

/** The reader takes every text that is not JSON for one that an attribute limit truncated. */
const BROKEN = expect.stringMatching(/^(malformed|truncated|not-object)$/)

/**
 * Returns the facts of a call that a span keeps. The arguments of hosted tools and free text change their form,
 * and a call whose result is in the same message is read as executed.
 */
function factsOf(call: ToolCall): object {
  const { id, minted, name, status, providerExecuted, kind, rawArguments } = call
  const isPlain = !providerExecuted && kind !== 'custom'
  return {
    name,
    ...(!minted && { id }),
    ...(providerExecuted && { providerExecuted }),
    ...(isPlain && status === 'complete' && { status, arguments: call.arguments }),
    ...(isPlain && status !== 'complete' && { status: BROKEN, rawArguments: rawArguments ?? '' }),
  }
}

function callsIn(messages: readonly Message[]): ToolCall[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
}

function resultsIn(messages: readonly Message[]): ToolResult[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'))
}

/** Reads the model calls of spans with the reader of spans: the calls that went in, and those that came out. */
function readBack(spans: readonly RecordedSpan[]) {
  const read = spans
    .filter(({ kind }) => kind === 'client')
    .map(({ name, attributes }) => ({ name, attributes }))
    .map((span) => ({
      input: 'gen_ai.input.messages' in span.attributes ? spanFormat.decodeRequest(span).value.messages : [],
      output:
        'gen_ai.output.messages' in span.attributes ? [spanFormat.decodeResponse(span).value.message] : [],
    }))
  return read.flatMap(({ input, output }) => [...input, ...output])
}

describe('content, when it is recorded', () => {
  test.each(known.map((fixture) => [fixture.id, fixture] as const))('%s is read back', (_id, fixture) => {
    const exchange = exchangeOf(fixture)
    const { request, response } = exchange
    const messages = [...(request?.messages ?? []), ...(response === undefined ? [] : [response.message])]
    const read = readBack(exchangeSpans(exchange, ALL))
    expect(callsIn(read)).toMatchObject(callsIn(messages).map(factsOf))
    const results = resultsIn(messages)
    const readResults = resultsIn(read)
    expect(readResults).toHaveLength(results.length)
    for (const [index, { isError, providerExecuted }] of results.entries())
      if (!providerExecuted) expect(readResults[index]?.isError).toBe(isError)
  })
})

/** Members of the canonical model that are names and words of a wire, not content. */
const NAMES = new Set(
  'category type role id callId name kind status model wire reason outcome raw code mode effort withheld stop'.split(
    ' ',
  ),
)
/** Members whose content is not canonical, so that every text in them is content. */
const FREE = new Set(
  'arguments rawArguments output value parameters providerMetadata metadata source error message text url title reason'.split(
    ' ',
  ),
)
const SECRET = 'sk-secret-7f3a'

/** Replaces every text of the content, and every key in it, by one that looks like a secret. */
function withSecrets(value: JsonValue, isFree: boolean, key = ''): JsonValue {
  if (key === 'gen_ai.provider.name') return value
  if (typeof value === 'string') return isFree || !NAMES.has(key) ? `${SECRET} ${value}` : value
  if (isArray(value)) return value.map((item) => withSecrets(item, isFree, key))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isTyped = name === 'type' || name === 'role' || name === 'code' || name === 'category'
      const isInside =
        isFree ||
        (FREE.has(name) &&
          !(name === 'message' && isObject(member)) &&
          name !== 'output' &&
          name !== 'error' &&
          name !== 'reason')
      return [name, withSecrets(member, isInside && !(isTyped && !isFree), name)]
    }),
  )
}

describe('content, by default', () => {
  test.each(known.map((fixture) => [fixture.id, fixture] as const))('%s is left out', (_id, fixture) => {
    const { request, response } = fixture.canonical
    const secret: TracedExchange = {
      ...exchangeOf(fixture),
      request: request && asChecked(withSecrets(asJson(request), false)),
      response: response && asChecked(withSecrets(asJson(response), false)),
      url: `https://user:${SECRET}@example.com/${SECRET}?key=${SECRET}`,
    }
    const spans = exchangeSpans(secret)
    expect(spans.length).toBeGreaterThan(0)
    expect(JSON.stringify(spans)).not.toContain(SECRET)
    const hasContent = JSON.stringify(request?.messages ?? response?.message).includes('"text"')
    if (hasContent) expect(JSON.stringify(exchangeSpans(secret, ALL))).toContain(SECRET)
  })
})

/** Members with their default value, which OTLP may omit. */
function withoutDefaults(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(withoutDefaults)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([name, member]) => name !== 'flags' && member !== 0 && !(isArray(member) && member.length === 0),
      )
      .map(([name, member]) => [name, withoutDefaults(member)] as const)
      .filter(([name, member]) => name !== 'status' || (isObject(member) && Object.keys(member).length > 0)),
  )
}

/** Writes spans with the official SDK and its exporter. */
function bySdk(spans: readonly RecordedSpan[]): JsonValue {
  const exporter = new InMemorySpanExporter()
  let current = spans[0]
  const tracer = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'toolwire' }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    idGenerator: {
      generateTraceId: () => current?.traceId ?? '',
      generateSpanId: () => current?.spanId ?? '',
    },
  }).getTracer('toolwire')
  for (const span of spans) {
    current = span
    const { name, attributes, start, end, error } = span
    const kind = span.kind === 'client' ? 2 : 0
    const made = tracer.startSpan(name, { kind, attributes, startTime: new Date(start ?? 0), root: true })
    if (error !== undefined) made.setStatus({ code: 2, ...error })
    made.end(new Date(end ?? 0))
  }
  const bytes = JsonTraceSerializer.serializeRequest(exporter.getFinishedSpans())
  return JSON.parse(new TextDecoder().decode(bytes))
}

describe('OTLP', () => {
  test('equals the output of the official exporter for the same spans', () => {
    for (const fixture of known) {
      const exchange = { ...exchangeOf(fixture), time: { start: 1_764_000_000_123, end: 1_764_000_004_000 } }
      for (const options of [{}, ALL]) {
        const spans = exchangeSpans(exchange, options)
        expect(withoutDefaults(otlpTraces(spans)), fixture.id).toEqual(withoutDefaults(bySdk(spans)))
      }
    }
  })

  test('has ids of the right length, which differ within a trace and are the same each time', () => {
    const traces = new Map<string, string>()
    for (const fixture of known) {
      const spans = exchangeSpans(exchangeOf(fixture))
      expect(exchangeSpans(exchangeOf(fixture), ALL).map(({ spanId }) => spanId)).toEqual(
        spans.map(({ spanId }) => spanId),
      )
      for (const { traceId, spanId } of spans)
        expect(`${traceId} ${spanId}`).toMatch(/^[\da-f]{32} [\da-f]{16}$/)
      expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
      const content = JSON.stringify(fixture.canonical)
      const trace = spans[0]?.traceId ?? ''
      expect(traces.get(trace) ?? content).toBe(content)
      traces.set(trace, content)
      expect(exchangeSpans(exchangeOf(fixture), { key: '2' })[0]?.traceId).not.toBe(trace)
    }
  })
})

describe('times', () => {
  const call: ToolCall = {
    type: 'tool-call',
    id: 'call_1',
    name: 'weather',
    kind: 'function',
    status: 'complete',
    arguments: {},
    providerExecuted: false,
  }
  const exchange: TracedExchange = {
    wire: 'openai-chat',
    request: {
      messages: [
        { role: 'assistant', parts: [call] },
        { role: 'tool', parts: [toolResult(call, 'rain')] },
      ],
    },
    response: { message: { role: 'assistant', parts: [] }, finish: { reason: 'stop' } },
  }
  const timesOf = (spans: readonly RecordedSpan[]) =>
    spans.map(({ start, end, attributes }) => [start, end, attributes['toolwire.time']])

  test.each([
    [
      'unknown',
      undefined,
      [
        [undefined, undefined, 'unknown'],
        [undefined, undefined, 'unknown'],
      ],
    ],
    [
      'recorded',
      { start: 5, end: 9 },
      [
        [5, 5, 'next-request'],
        [5, 9, undefined],
      ],
    ],
    [
      'one moment',
      { start: 5 },
      [
        [5, 5, 'next-request'],
        [5, 5, 'moment'],
      ],
    ],
    [
      'chosen',
      { start: 5, isGiven: true },
      [
        [5, 5, 'given'],
        [6, 6, 'given'],
      ],
    ],
  ])('%s', (_name, time, expected) => {
    expect(timesOf(exchangeSpans({ ...exchange, time }))).toEqual(expected)
  })

  test('that are unknown are absent in OTLP', () => {
    expect(JSON.stringify(otlpTraces(exchangeSpans(exchange)))).not.toContain('UnixNano')
  })
})

test('each answer of a conversation is a model call', () => {
  const said = (role: 'user' | 'assistant', text: string): Message => ({
    role,
    parts: [{ type: 'text', text }],
  })
  const messages = [
    said('user', 'a'),
    said('assistant', 'b'),
    said('user', 'c'),
    said('assistant', 'd'),
    said('user', 'e'),
  ]
  const spans = exchangeSpans({ wire: 'langchain', request: { model: 'm', messages } }, ALL)
  const texts = spans.map(({ attributes }) => [
    attributes['gen_ai.input.messages'],
    attributes['gen_ai.output.messages'],
  ])
  const list = (role: string, content: string) =>
    JSON.stringify([{ role, parts: [{ type: 'text', content }] }])
  expect(texts).toEqual([
    [list('user', 'a'), list('assistant', 'b')],
    [list('user', 'c'), list('assistant', 'd')],
    [list('user', 'e'), undefined],
  ])
  expect(spans.map(({ name }) => name)).toEqual(['chat m', 'chat m', 'chat m'])
})

test('a result belongs to the call before it, also if ids repeat in a turn and in later turns', () => {
  const arbitrary = fc.array(fc.array(fc.constantFrom('c0', 'c1'), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(arbitrary, (turns) => {
      const calls = turns.map((ids, turn) =>
        ids.map((id, at) => toolCall(id, `tool_${turn}_${at}`, { turn, at })),
      )
      const messages = calls.flatMap((parts): Message[] => [
        { role: 'assistant', parts },
        { role: 'tool', parts: parts.map((call) => ({ ...toolResult(call, 'done'), name: '' })) },
      ])
      const spans = exchangeSpans({ wire: 'openai-chat', request: { messages } }, ALL)
      const tools = spans.filter(({ kind }) => kind === 'internal')
      expect(tools.map(({ name, attributes }) => [name, attributes['gen_ai.tool.call.arguments']])).toEqual(
        calls.flat().map((call) => [`execute_tool ${call.name}`, JSON.stringify(call.arguments)]),
      )
    }),
  )
})
