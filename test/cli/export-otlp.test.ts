import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openTelemetry, spans as spansOf } from '../../adapters/open-telemetry/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject, isObject, objectIn, objectsIn } from '../../src/base/json/read-json.js'
import { ADAPTERS_FOLDER as adapters } from '../../src/cli/adapters.js'
import { allAdapters, folders } from '../support/adapters.js'
import { fixturesFolder } from '../support/exchanges.js'
import { runCli } from '../support/run-cli.js'

const folder = mkdtempSync(join(tmpdir(), 'otlp-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the export and returns its spans, with their attributes as an object. */
async function exported(argv: readonly string[], input = '') {
  const { stdout, stderr, status } = await runCli(['export', ...argv], input, { adapters })
  const spans = stdout === '' ? [] : spansOf(JSON.parse(stdout)).map((span) => expectObject(asJson(span), ''))
  return { spans, stdout, stderr, status }
}

function attributesOf(span: JsonObject | undefined): JsonObject {
  const pairs = objectsIn(span?.attributes).map(({ key, value }) => [
    String(key),
    Object.values(objectIn(value))[0],
  ])
  return Object.fromEntries(pairs)
}

const EXCHANGE = {
  request: { model: 'gpt-5.4', messages: [{ role: 'user', content: 'Hello' }] },
  response: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'gpt-5.4-2026-03-05',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }],
    usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
  },
}
const RECORD = JSON.stringify(EXCHANGE)

describe('every fixture', () => {
  const wires = allAdapters
    .map(({ wire }) => wire)
    .filter((wire) => folders(join(fixturesFolder, wire)).length > 0)

  test.each(wires)('of %s has spans with its calls, and without content by default', async (wire) => {
    const source = join(fixturesFolder, wire)
    const { lines } = await runCli(['calls', source, '--wire', wire], '', { adapters })
    const expected = lines
      .flatMap(({ request, response }) => [request, response].filter(isObject))
      .flatMap(({ toolCalls }) => objectsIn(toolCalls).map(({ name }) => name))
    const { spans } = await exported([source, '--wire', wire, '--to', 'otlp', '--content'])
    const models = spans.filter((span) => attributesOf(span)['gen_ai.operation.name'] === 'chat')
    const found = models.flatMap((span) => {
      const { 'gen_ai.input.messages': input, 'gen_ai.output.messages': output } = attributesOf(span)
      const asked = input === undefined ? [] : openTelemetry.decodeRequest(span).value.messages
      const answer = output === undefined ? [] : [openTelemetry.decodeResponse(span).value.message]
      return [...asked, ...answer].flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === 'tool-call' ? part.name : [])),
      )
    })
    expect(found.sort()).toEqual(expected.sort())
    const plain = await exported([source, '--wire', wire, '--format', 'otlp'])
    expect(plain.spans.map(({ spanId }) => spanId)).toEqual(spans.map(({ spanId }) => spanId))
    for (const span of plain.spans)
      expect(Object.keys(attributesOf(span)).join(' ')).not.toMatch(/messages|definitions|arguments|result/)
  })
})

describe('a record', () => {
  test('becomes one line, which a collector accepts', async () => {
    const { stdout, spans, status } = await exported(['-', '--to', 'otlp'], RECORD)
    expect(stdout.trimEnd()).not.toContain('\n')
    expect(status).toBe(0)
    expect(spans).toHaveLength(1)
    expect(attributesOf(spans[0])).toMatchObject({
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5.4',
      'gen_ai.response.model': 'gpt-5.4-2026-03-05',
      'gen_ai.usage.input_tokens': 9,
    })
  })

  test('that is equal to another has other ids, the same in each run', async () => {
    const twice = `${RECORD}\n${RECORD}\n`
    const { spans } = await exported(['-', '--jsonl', '--to', 'otlp'], twice)
    const ids = spans.map(({ traceId }) => traceId)
    expect(new Set(ids).size).toBe(2)
    expect(
      (await exported(['-', '--jsonl', '--to', 'otlp'], twice)).spans.map(({ traceId }) => traceId),
    ).toEqual(ids)
  })

  test('that cannot be read is reported, and the others are written', async () => {
    const { spans, stderr, status } = await exported(['-', '--jsonl', '--to', 'otlp'], `{"a":1}\n${RECORD}\n`)
    expect(spans).toHaveLength(1)
    expect(stderr).toMatch(/line 1: no adapter recognizes this/)
    expect(status).toBe(1)
  })

  test('that cannot be read leaves no output, if it is the only one', async () => {
    const { stdout, status } = await exported(['-', '--to', 'otlp'], '{"a":1}')
    expect([stdout, status]).toEqual(['', 1])
    expect(await exported([join(folder, 'nosuch.json'), '--to', 'otlp'])).toMatchObject({
      stdout: '',
      status: 2,
    })
  })
})

describe('times', () => {
  const NANOSECONDS = '1764417600000000000'

  test.each([
    ['Langfuse and LiteLLM', { startTime: '2025-11-29T12:00:00Z', endTime: '2025-11-29T12:00:02.5Z' }],
    ['seconds', { startTime: 1_764_417_600, endTime: 1_764_417_602.5 }],
    [
      'LangSmith, without a zone',
      { start_time: '2025-11-29T12:00:00.000000', end_time: '2025-11-29 12:00:02.500000' },
    ],
    ['OTLP', { startTimeUnixNano: NANOSECONDS, endTimeUnixNano: '1764417602500000000' }],
    ['the SDK of OpenTelemetry', { startTime: [1_764_417_600, 0], endTime: [1_764_417_602, 500_000_000] }],
  ])('of %s are kept', async (_name, times) => {
    const { spans, stderr } = await exported(['-', '--to', 'otlp'], JSON.stringify({ ...EXCHANGE, ...times }))
    expect(spans[0]).toMatchObject({ startTimeUnixNano: NANOSECONDS, endTimeUnixNano: '1764417602500000000' })
    expect(attributesOf(spans[0])).not.toHaveProperty('toolwire.time')
    expect(stderr).toBe('')
  })

  test('of a cassette are one moment, and its URL names the server', async () => {
    const cassette = join(folder, 'one.cassette')
    const har = {
      log: {
        version: '1.2',
        creator: {},
        entries: [
          {
            startedDateTime: '2025-11-29T12:00:00.000Z',
            request: {
              method: 'POST',
              url: 'https://llm.example.com:8443/v1/chat/completions',
              headers: [],
              postData: { mimeType: 'application/json', text: JSON.stringify(EXCHANGE.request) },
            },
            response: {
              status: 200,
              headers: [],
              content: { mimeType: 'application/json', text: JSON.stringify(EXCHANGE.response) },
            },
          },
        ],
      },
    }
    writeFileSync(join(folder, 'one.har'), JSON.stringify(har))
    await runCli(['import', join(folder, 'one.har'), '--to', cassette], '', { adapters })
    for (const file of [cassette, join(folder, 'one.har')]) {
      const { spans } = await exported([file, '--to', 'otlp'])
      expect(spans[0]).toMatchObject({ startTimeUnixNano: NANOSECONDS, endTimeUnixNano: NANOSECONDS })
      expect(attributesOf(spans[0])).toMatchObject({
        'toolwire.time': 'moment',
        'server.address': 'llm.example.com',
        'server.port': 8443,
      })
    }
  })

  test('that were not recorded are reported, and absent until the user gives one', async () => {
    const unknown = await exported(['-', '--to', 'otlp'], RECORD)
    expect(unknown.spans[0]).not.toHaveProperty('startTimeUnixNano')
    expect(attributesOf(unknown.spans[0])).toMatchObject({ 'toolwire.time': 'unknown' })
    expect(unknown.stderr).toMatch(/^toolwire: 1 span has no recorded time.*--start/)
    const given = await exported(['-', '--to', 'otlp', '--start', '2025-11-29T12:00:00Z'], RECORD)
    expect(given.spans[0]).toMatchObject({ startTimeUnixNano: NANOSECONDS })
    expect(attributesOf(given.spans[0])).toMatchObject({ 'toolwire.time': 'given' })
    expect(given.stderr).toBe('')
  })

  test('that are not a time are refused', async () => {
    const { status, stderr } = await exported(['-', '--to', 'otlp', '--start', 'soon'], RECORD)
    expect(status).not.toBe(0)
    expect(stderr).toContain('ISO 8601')
  })
})

describe('the output', () => {
  test('is written to a file', async () => {
    const file = join(folder, 'spans.json')
    const { stdout } = await runCli(['export', '-', '--format', 'otlp', '--to', file], RECORD, { adapters })
    expect(stdout).toBe('')
    expect(spansOf(JSON.parse(readFileSync(file, 'utf8')))).toHaveLength(1)
  })

  test('as HAR has no option of OTLP', async () => {
    for (const option of [['--content'], ['--wire', 'openai-chat'], ['--start', '2025-11-29T12:00:00Z']]) {
      const { stderr, status } = await exported(['-', ...option], RECORD)
      expect(status).not.toBe(0)
      expect(stderr).toContain(`${option[0]} has no effect without --format otlp`)
    }
  })
})
