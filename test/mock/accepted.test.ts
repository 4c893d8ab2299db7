import { describe, expect, test } from 'vitest'
import { servers } from '../../src/traffic/mock/rows/index.js'
import { pathOf, toolTurnsFor } from './native-requests.js'
import { mockOf, post, registry } from './support.js'

const apis = Object.entries(servers).flatMap(([server, { apis }]) =>
  apis.map((row) => ({ server, api: row.api, row })),
)

describe.each(apis)('$server, $api', ({ server, api, row }) => {
  test('accepts a turn with a call and its result, and answers in its wire', async () => {
    const mock = await mockOf(server, { script: [{ text: 'It says a.' }] })
    const { status, text } = await post(mock, pathOf(server, api), toolTurnsFor(server, api))
    expect([status, mock.requests[0]?.refusal]).toEqual([200, undefined])
    const { value } = registry.get(row.wire).decodeResponse(text)
    expect(value.message.parts).toMatchObject([{ type: 'text', text: 'It says a.' }])
    expect(value.finish.outcome).toBe('complete')
  })

  test.runIf(api === 'responses')('accepts the field with which Codex names its installation', async () => {
    const mock = await mockOf(server, { script: [{ text: 'It says a.' }] })
    const request = { ...toolTurnsFor(server, api), client_metadata: { 'x-codex-installation-id': 'i' } }
    const { status } = await post(mock, pathOf(server, api), request)
    expect([status, mock.requests[0]?.refusal]).toEqual([200, undefined])
  })

  test('calls the first tool once without a script, then answers with text', async () => {
    const mock = await mockOf(server)
    const whole = toolTurnsFor(server, api)
    const list = api === 'responses' ? 'input' : api === 'generate' ? 'contents' : 'messages'
    const turns = whole[list]
    if (!Array.isArray(turns)) throw new Error('no turns')
    const first = { ...whole, [list]: turns.slice(0, -2) }
    const called = await post(mock, pathOf(server, api), first)
    const decoded = registry.get(row.wire).decodeResponse(called.text).value
    expect(decoded.message.parts.at(-1)).toMatchObject({
      type: 'tool-call',
      name: 'read',
      arguments: { path: 'example' },
    })
    expect(decoded.finish.outcome).toBe('tool-calls')
    const answered = await post(mock, pathOf(server, api), whole)
    const { value } = registry.get(row.wire).decodeResponse(answered.text)
    expect(value.message.parts.map(({ type }) => type)).toEqual(['text'])
  })

  test('refuses a body that is not JSON, and a request without messages', async () => {
    const mock = await mockOf(server)
    const broken = await mock.fetch(`http://m${pathOf(server, api)}`, { method: 'POST', body: '{' })
    expect(broken.status).toBe(400)
    expect((await post(mock, pathOf(server, api), { model: 'm' })).status).toBeGreaterThanOrEqual(400)
  })
})

test('every refusal, row and rate limit has a source', () => {
  for (const { apis: rows, source, date, rateLimit } of Object.values(servers)) {
    expect(date).toMatch(/^2026-\d\d-\d\d$/)
    for (const link of source) expect(link).toMatch(/^https:/)
    expect(rateLimit.source).not.toBe('')
    for (const { refusals } of rows) for (const { source: from } of refusals) expect(from).not.toBe('')
  }
})

test('a server that refuses unknown tools has a refusal for one', async () => {
  for (const { server, api, row } of apis) {
    const tool =
      api === 'converse'
        ? { strangeTool: {} }
        : api === 'generate'
          ? { strangeTool: {} }
          : { type: 'strange', name: 'x' }
    const body = toolTurnsFor(server, api)
    const tools = [tool]
    const asked = api === 'converse' ? { ...body, toolConfig: { tools } } : { ...body, tools }
    const mock = await mockOf(server)
    const { status } = await post(mock, pathOf(server, api), asked)
    const isRefused = status >= 400
    if (row.unknownTool === 'refuse') expect([server, api, isRefused]).toEqual([server, api, true])
    else if (!isRefused) expect(mock.requests[0]?.lostTools).toHaveLength(1)
  }
})

// https://ai.google.dev/gemini-api/docs/function-calling: the id of a result is optional.
describe('results without an id, for calls with ids', () => {
  const call = (id: string, name: string) => ({
    functionCall: { id, name, args: {} },
    thoughtSignature: 'c2tpcA==',
  })
  const result = (name: string) => ({ functionResponse: { name, response: { output: 'ok' } } })
  const asked = { role: 'user', parts: [{ text: 'Read both.' }] }
  const called = { role: 'model', parts: [call('c1', 'read'), call('c2', 'read'), call('c3', 'list')] }

  async function refusalOf(...parts: ReturnType<typeof result>[]): Promise<string | undefined> {
    const mock = await mockOf('gemini', { script: [{ text: 'Done.' }] })
    await post(mock, '/v1beta/models/gemini-3-flash:generateContent', {
      contents: [asked, called, { role: 'user', parts }],
    })
    return mock.requests[0]?.refusal
  }

  test('belong to the calls of their name, in order', async () => {
    expect(await refusalOf(result('read'), result('list'), result('read'))).toBeUndefined()
  })

  test('are refused if one is missing or too many', async () => {
    expect(await refusalOf(result('read'), result('list'))).toContain('number of function response parts')
    expect(await refusalOf(result('read'), result('read'), result('list'), result('list'))).toBeDefined()
  })
})
