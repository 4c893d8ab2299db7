import { describe, expect, test } from 'vitest'
import { server } from '../../adapters/openai-responses/server.js'
import { turns } from '../../adapters/openai-responses/turns.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { TurnSession, type TurnWire } from '../../src/cli/proxy/turn-session.js'
import { adapterOf } from '../support/adapters.js'

const wire: TurnWire = { client: adapterOf('openai-responses').adapter, server, turns }

/**
 * Returns a connection whose requests are answered by the test, and the messages that its client received.
 */
function sessionOf(answerTo: (body: JsonObject) => Promise<Response>, maxWaiting = 10_000) {
  const sent: JsonObject[] = []
  const asked: JsonObject[] = []
  const session = new TurnSession(wire, {
    maxWaiting,
    send: async (text) => void sent.push(JSON.parse(text)),
    ask: (text) => {
      const body: JsonObject = JSON.parse(text)
      asked.push(body)
      return answerTo(body)
    },
  })
  const create = (fields: JsonObject) =>
    session.receive(JSON.stringify({ type: 'response.create', ...fields }))
  return { session, sent, asked, create }
}

const nothing = async () => new Response('')
const item = (id: string) => ({ type: 'message', role: 'user', content: id })

describe('requests of one connection', () => {
  test('a message that is too long is rejected, and the next one is accepted', async () => {
    const { session, sent, create, asked } = sessionOf(nothing, 100)
    await session.receive('x'.repeat(101))
    expect(sent).toMatchObject([{ type: 'error', status: 429 }])
    await create({ input: 'short' })
    expect(asked).toMatchObject([{ input: 'short' }])
  })

  test('any number of requests is answered, if each waits for the answer before it', async () => {
    const { sent, create, asked } = sessionOf(nothing, 400)
    for (let count = 0; count < 50; count += 1) await create({ input: `request ${count}` })
    expect(asked).toHaveLength(50)
    expect(sent.filter(({ status }) => status === 429)).toEqual([])
  })

  test('only so many requests wait for an answer, and others are accepted after it', async () => {
    const answers: (() => void)[] = []
    const { sent, create, asked } = sessionOf(
      () => new Promise((resolve) => answers.push(() => resolve(new Response('')))),
    )
    for (let round = 1; round <= 3; round += 1) {
      const all = Array.from({ length: 20 }, (_, index) => create({ input: `request ${index}` }))
      expect(sent.filter(({ status }) => status === 429)).toHaveLength(3 * round)
      for (let count = 0; count < 17; count += 1) {
        while (answers.length === 0) await Promise.resolve()
        answers.shift()?.()
        await Promise.resolve()
      }
      await Promise.all(all)
      expect(asked).toHaveLength(17 * round)
    }
  })

  test('waiting requests are not sent after the connection is closed, and a running one is not reported as broken', async () => {
    let fail = (_: Error) => {}
    const { session, sent, create, asked } = sessionOf(
      () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    )
    const first = create({ input: 'first' })
    const second = create({ input: 'second' })
    while (asked.length === 0) await Promise.resolve()
    session.close()
    fail(new Error('aborted'))
    await Promise.all([first, second])
    expect(asked).toHaveLength(1)
    expect(sent).toEqual([])
  })

  test('an answer that breaks is reported in general words, and the next request is answered', async () => {
    const answers = [Promise.reject(new Error('secret address')), Promise.resolve(new Response(''))]
    const { sent, create, asked } = sessionOf(() => answers.shift() ?? nothing())
    await create({ input: 'first' })
    expect(sent).toMatchObject([{ type: 'error', status: 502 }])
    expect(JSON.stringify(sent)).toContain('the answer was cut off')
    expect(JSON.stringify(sent)).not.toContain('secret')
    await create({ input: 'second' })
    expect(asked).toHaveLength(2)
  })

  test('a refusal that is not JSON keeps the HTTP status', async () => {
    const { sent, create } = sessionOf(async () => new Response('<html>', { status: 503 }))
    await create({ input: 'x' })
    expect(sent).toEqual([{ type: 'error', status: 503, error: { type: 'server_error', message: '' } }])
  })

  test('the last event counts, also where the stream ends without a blank line', async () => {
    const event = { type: 'response.completed', response: { id: 'r1', output: [item('said')] } }
    const { sent, create, asked } = sessionOf(async () => new Response(`data: ${JSON.stringify(event)}`))
    await create({ input: [item('a')], store: false })
    expect(sent).toEqual([event])
    await create({ input: [item('b')], store: false, previous_response_id: 'r1' })
    expect(asked[1]?.input).toMatchObject([{ content: 'a' }, { content: 'said' }, { content: 'b' }])
  })

  test('the prefix of later requests needs no model', async () => {
    const { sent, create, asked } = sessionOf(nothing)
    await create({ input: [item('a')], generate: false })
    expect(asked).toEqual([])
    expect(sent.at(-1)).toMatchObject({ type: 'response.completed', response: { model: '', output: [] } })
  })

  test('the oldest of nine turns is forgotten, the others are gone on from', async () => {
    let count = 0
    const { create, asked } = sessionOf(async () => {
      count += 1
      const event = { type: 'response.completed', response: { id: `r${count}`, output: [] } }
      return new Response(`data: ${JSON.stringify(event)}\n\n`)
    })
    for (let turn = 1; turn <= 9; turn += 1) await create({ input: [item(`turn ${turn}`)], store: false })
    await create({ input: [], store: true, previous_response_id: 'r1' })
    await create({ input: [], store: true, previous_response_id: 'r2' })
    expect(asked[9]).toMatchObject({ input: [], previous_response_id: 'r1' })
    expect(asked[10]).toMatchObject({ input: [{ content: 'turn 2' }] })
    expect(asked[10]).not.toHaveProperty('previous_response_id')
  })
})
