import type { ResponseSteerEvent } from 'openai/resources/responses/responses'
import { describe, expect, test } from 'vitest'
import { server } from '../../adapters/openai-responses/server.js'
import { turns } from '../../adapters/openai-responses/turns.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { TurnSession } from '../../src/cli/proxy/turn-session.js'
import { adapterOf } from '../support/adapters.js'

const client = adapterOf('openai-responses').adapter
const user = (content: string) => ({ type: 'message', role: 'user', content })

/** Opens a connection whose answers are written by the test, one event at a time. */
function connection() {
  const sent: JsonObject[] = []
  const asked: JsonObject[] = []
  const answers: ReadableStreamDefaultController<string>[] = []
  const session = new TurnSession(
    { client, server, turns },
    {
      maxWaiting: 10_000,
      send: async (text) => void sent.push(JSON.parse(text)),
      async ask(text) {
        asked.push(JSON.parse(text))
        const body = new ReadableStream<string>({ start: (answer) => void answers.push(answer) })
        return new Response(body.pipeThrough(new TextEncoderStream()))
      },
    },
  )
  const say = async (event: JsonObject, isLast = false) => {
    const answer = answers.at(-1)
    answer?.enqueue(`data: ${JSON.stringify(event)}\n\n`)
    if (isLast) answer?.close()
    await settled()
  }
  return {
    ...{ session, sent, asked, answers },
    types: () => sent.map(({ type }) => type),
    async create(fields: JsonObject) {
      void session.receive(JSON.stringify({ type: 'response.create', model: 'gpt-6-sol', ...fields }))
      await settled()
    },
    steer: (event: JsonObject) => session.receive(JSON.stringify({ type: 'response.steer', ...event })),
    begin: (id: string) =>
      say({ type: 'response.created', response: { id, status: 'in_progress', output: [] } }),
    end: (id: string, output: JsonValue = [], status = 'completed') =>
      say({ type: `response.${status}`, response: { id, status, output } }, true),
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const codeOf = ({ sent }: ReturnType<typeof connection>) => sent.at(-1)

describe('a message to the active answer', () => {
  test('is accepted, and continues the answer with its settings once it is complete', async () => {
    const it = connection()
    await it.create({ input: [user('Build it.')], store: false, temperature: 1 })
    await it.begin('r1')
    const steer = {
      type: 'response.steer' as const,
      previous_response_id: 'r1',
      input: 'In red.',
    } satisfies ResponseSteerEvent
    await it.steer(steer)
    await it.steer({ previous_response_id: 'r1', input: [user('And small.')] })
    expect(it.sent.slice(1)).toMatchObject([
      { type: 'response.steer.accepted', sequence_number: 1, steer: { previous_response_id: 'r1' } },
      {
        type: 'response.steer.accepted',
        sequence_number: 2,
        steer: { id: expect.stringMatching(/^steer_/) },
      },
    ])
    await it.end('r1', [user('said')])
    expect(it.asked).toHaveLength(2)
    expect(it.asked[1]).toMatchObject({ model: 'gpt-6-sol', store: false, temperature: 1 })
    expect(it.asked[1]?.input).toEqual([user('Build it.'), user('said'), user('In red.'), user('And small.')])
    await it.begin('r2')
    await it.end('r2')
    expect(it.types().slice(-2)).toEqual(['response.created', 'response.completed'])
    expect(it.sent.at(-1)).toMatchObject({ response: { id: 'r2', previous_response_id: 'r1' } })
    expect(it.asked).toHaveLength(2)
  })

  test('waits for the results of open calls, and comes before them', async () => {
    const it = connection()
    await it.create({ input: 'Build it.' })
    await it.begin('r1')
    await it.steer({ previous_response_id: 'r1', input: 'In red.' })
    await it.end('r1', [
      { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'build', arguments: '{}' },
      { type: 'function_call', id: 'fc_2', call_id: 'c2', name: 'look', arguments: '{}', async: true },
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c3', name: 'exec', input: '1' },
      { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 's', name: 'n', arguments: '{}' },
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
    ])
    expect(it.sent.at(-1)).toMatchObject({
      type: 'response.steer.pending',
      reason: 'waiting_for_required_input',
      required_input: [
        { type: 'function_call_output', call_id: 'c1', name: 'build' },
        { type: 'custom_tool_call_output', call_id: 'c3' },
        { type: 'mcp_approval_response', approval_request_id: 'mcpr_1' },
      ],
    })
    expect(it.asked).toHaveLength(1)
    const result = { type: 'function_call_output', call_id: 'c1', output: 'built' }
    await it.create({ previous_response_id: 'r1', input: [result] })
    expect(it.asked[1]).toMatchObject({ previous_response_id: 'r1', input: [user('In red.'), result] })
  })

  test.each<readonly [string, JsonObject, string]>([
    ['of an unknown answer', { previous_response_id: 'r9', input: 'x' }, 'response_not_found'],
    ['without an answer', { input: 'x' }, 'invalid_input'],
    ['without input', { previous_response_id: 'r1' }, 'invalid_input'],
    ['with no items', { previous_response_id: 'r1', input: [] }, 'invalid_input'],
    [
      'of the system',
      { previous_response_id: 'r1', input: [{ role: 'system', content: 'x' }] },
      'invalid_input',
    ],
    ['with another field', { previous_response_id: 'r1', input: 'x', stream_id: 's' }, 'invalid_input'],
  ])('%s is rejected, and the answer goes on', async (_title, event, code) => {
    const it = connection()
    await it.create({ input: 'Build it.' })
    await it.begin('r1')
    await it.steer(event)
    expect(codeOf(it)).toMatchObject({
      type: 'response.steer.failed',
      error: { type: 'invalid_request_error', code },
      steer: { input: event.input ?? null },
    })
    await it.end('r1')
    expect(it.sent.at(-1)).toMatchObject({ type: 'response.completed' })
    expect(it.asked).toHaveLength(1)
  })

  test('is rejected after the end, before the first answer, in a conversation, and as the seventeenth', async () => {
    const it = connection()
    await it.steer({ previous_response_id: 'r1', input: 'x' })
    expect(codeOf(it)).toMatchObject({ error: { code: 'response_not_found' } })
    await it.create({ input: 'Build it.', store: false })
    await it.begin('r1')
    await it.end('r1')
    await it.steer({ previous_response_id: 'r1', input: 'x' })
    expect(codeOf(it)).toMatchObject({ error: { code: 'response_already_completed' } })
    await it.create({ input: 'And now?', conversation: 'conv_1' })
    await it.begin('r2')
    await it.steer({ previous_response_id: 'r2', input: 'x' })
    expect(codeOf(it)).toMatchObject({ error: { code: 'steering_not_supported' } })
    await it.steer({ previous_response_id: 'r1', input: 'x' })
    expect(codeOf(it)).toMatchObject({ error: { code: 'response_already_completed' } })
    await it.end('r2')
    await it.create({ input: 'Go on.' })
    await it.begin('r3')
    for (let steer = 0; steer < 17; steer += 1) await it.steer({ previous_response_id: 'r3', input: 'x' })
    expect(it.types().filter((type) => type === 'response.steer.accepted')).toHaveLength(16)
    expect(codeOf(it)).toMatchObject({ error: { code: 'too_many_pending_steers' } })
  })

  test.each(['incomplete', 'failed'])('comes back, if the answer ends as %s', async (status) => {
    const it = connection()
    await it.create({ input: 'Build it.' })
    await it.begin('r1')
    await it.steer({ previous_response_id: 'r1', input: 'In red.' })
    await it.end('r1', [], status)
    expect(codeOf(it)).toMatchObject({
      type: 'response.steer.failed',
      error: { code: 'response_not_active' },
      steer: { id: expect.any(String), previous_response_id: 'r1', input: 'In red.' },
    })
    expect(it.asked).toHaveLength(1)
  })

  test('is returned if the answer is interrupted or the next answer does not begin', async () => {
    const it = connection()
    await it.create({ input: 'Build it.' })
    await it.begin('r1')
    await it.steer({ previous_response_id: 'r1', input: 'In red.' })
    it.answers.at(-1)?.error(new Error('broken'))
    await settled()
    expect(it.types().slice(-2)).toEqual(['response.steer.failed', 'error'])
    await it.create({ input: 'Again.' })
    await it.begin('r2')
    await it.steer({ previous_response_id: 'r2', input: 'In blue.' })
    await it.end('r2')
    it.answers.at(-1)?.error(new Error('broken'))
    await settled()
    expect(it.sent.at(-2)).toMatchObject({
      type: 'response.steer.failed',
      error: { code: 'successor_creation_failed' },
      steer: { input: 'In blue.' },
    })
  })
})

test('two connections are steered separately', async () => {
  const [one, other] = [connection(), connection()]
  await Promise.all([one.create({ input: 'One.' }), other.create({ input: 'Other.' })])
  await Promise.all([one.begin('r1'), other.begin('r2')])
  await one.steer({ previous_response_id: 'r2', input: 'In red.' })
  expect(codeOf(one)).toMatchObject({ error: { code: 'response_not_found' } })
  await Promise.all([
    one.steer({ previous_response_id: 'r1', input: 'In red.' }),
    other.steer({ previous_response_id: 'r2', input: 'In blue.' }),
  ])
  await Promise.all([one.end('r1'), other.end('r2')])
  expect(one.asked[1]).toMatchObject({ previous_response_id: 'r1', input: [user('In red.')] })
  expect(other.asked[1]).toMatchObject({ previous_response_id: 'r2', input: [user('In blue.')] })
})
