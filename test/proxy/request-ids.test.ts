import { describe, expect, test } from 'vitest'
import { assistantMessage } from '../../src/base/model/create.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { nativeAnswer, proxied, requestOf, scripted, user } from '../support/proxy.js'

const WIRES = adapters.map(({ wire }) => wire)
const PAIRS = WIRES.flatMap((from, index) => [
  [from, from] as const,
  [from, WIRES[(index + 1) % WIRES.length] ?? from] as const,
])

/** Sends a request, whose target names it `up-1`, and returns the ids in all places. */
async function idsOf(from: string, to: string, given: Record<string, string>, status = 200) {
  const { adapter } = adapterOf(to)
  const name = adapter.codecs.http.requestId ?? 'x-request-id'
  const upstream = scripted((sent) =>
    status === 200
      ? nativeAnswer(adapter, { message: assistantMessage('Yes.'), finish: { reason: 'stop' } }, sent, {
          [name]: 'up-1',
        })
      : Response.json({ error: { message: 'no' } }, { status, headers: { [name]: 'up-1' } }),
  )
  const { fetch, told } = proxied(from, to, upstream.fetch)
  const answer = await fetch(...requestOf(from, user('Hi'), false, given))
  await answer.text()
  const own = adapterOf(from).adapter.codecs.http.requestId ?? 'x-request-id'
  return {
    sent: upstream.sent[0]?.headers.get('x-request-id'),
    answered: answer.headers.get('x-request-id'),
    provider: own === 'x-request-id' ? 'up-1' : answer.headers.get(own),
    told: told[0] ?? expect.fail(),
  }
}

describe.each(PAIRS)('the id of a request of %s to %s', (from, to) => {
  test.each([200, 429])(
    'is the one of the client, in the log, at the target and in the answer: %i',
    async (status) => {
      const { sent, answered, provider, told } = await idsOf(from, to, { 'x-request-id': 'trace-7' }, status)
      expect([sent, answered, told.requestId]).toEqual(['trace-7', 'trace-7', 'trace-7'])
      expect([told.targetRequestId, provider]).toEqual(['up-1', 'up-1'])
      expect(told.outcome).toBe(status === 200 ? 'complete' : 'failed')
    },
  )

  test('is made if the client sent none, and the answer contains one that the log knows', async () => {
    const { sent, answered, told } = await idsOf(from, to, {})
    expect(told.requestId).toMatch(/^[\da-f-]{36}$/)
    expect(sent).toBe(told.requestId)
    expect([told.requestId, told.targetRequestId]).toContain(answered)
  })
})

test('a value that is not an id is neither logged nor sent', async () => {
  for (const evil of ['', 'a b', `${'a'.repeat(129)}`, '"x"', '{{7*7}}']) {
    const { sent, told } = await idsOf('openai-chat', 'openai-chat', { 'x-request-id': evil })
    expect(sent).toBe(told.requestId)
    expect(told.requestId).toMatch(/^[\da-f-]{36}$/)
  }
})
