import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { proxyMemory } from '../../src/proxy/client-state.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import { proxyMetrics } from '../../src/proxy/metrics.js'
import { tries } from '../support/cases.js'
import { nativeAnswer, type Proxied, requestOf, scripted, served, targetOf, user } from '../support/proxy.js'

const USERS = { anna: 'token-of-anna', 'b"\\\n': 'token-of-b' }
const routes = [{ from: openaiResponses, to: targetOf(anthropic) }]

function answering() {
  let count = 0
  return scripted((sent) => {
    count += 1
    const answer: ModelResponse = {
      id: `a${count}`,
      model: 'm',
      message: { role: 'assistant', parts: [{ type: 'text', text: `Answer ${count}.` }] },
      finish: { reason: 'stop' },
    }
    return nativeAnswer(anthropic, answer, sent)
  })
}

/** Returns the status of a request that starts or continues a conversation, and the id of its answer. */
async function ask(proxy: Proxied, key: string, after?: string, header = 'authorization') {
  const [url, init] = requestOf('openai-responses', user('Hi'))
  const body = { ...JSON.parse(String(init.body)), ...(after && { previous_response_id: after }) }
  const headers = header === 'authorization' ? { authorization: `Bearer ${key}` } : undefined
  const asked = header === 'authorization' ? url : `${url}?key=${encodeURIComponent(key)}`
  const answer = await proxy.fetch(asked, {
    ...init,
    ...(headers && { headers }),
    body: JSON.stringify(body),
  })
  const { id } = await answer.json()
  return { status: answer.status, id: String(id) }
}

test('a user is let in by the own token, and named to those who watch', async () => {
  const proxy = served({ routes, users: USERS, token: 'of-all', fetch: answering().fetch })
  for (const [name, token] of Object.entries(USERS)) {
    expect((await ask(proxy, token)).status).toBe(200)
    expect(proxy.told.at(-1)?.user).toBe(name)
  }
  expect((await ask(proxy, 'of-all')).status).toBe(200)
  expect(proxy.told.at(-1)).not.toHaveProperty('user')
  for (const key of ['', 'token-of', 'token-of-annaa', 'anna'])
    expect((await ask(proxy, key)).status).toBe(401)
  expect(JSON.stringify(proxy.told)).not.toContain('token-of')
})

test('the name of a user is a label of metrics; without users there is none', async () => {
  const metrics = proxyMetrics()
  const fetch = answering().fetch
  const proxy = createProxy({ routes, users: USERS, fetch, onAnswered: metrics.observe })
  for (const token of Object.values(USERS))
    await await ask({ fetch: (input, init) => proxy.fetch(new Request(input, init)), told: [] }, token)
  expect(metrics.text()).toContain('requests_total{user="anna",from="openai-responses"')
  expect(metrics.text()).toContain('user="b\\"\\\\\\n"')
})

/** Status that a server of the Responses API returns for an unknown id (`previous_response_not_found`). */
const UNKNOWN = 400

test('stored state is found by the same user, for any form of the token, and by no other user', async () => {
  const proxy = served({ routes, users: USERS, token: 'of-all', fetch: answering().fetch })
  const { id } = await ask(proxy, USERS.anna)
  expect((await ask(proxy, USERS.anna, id)).status).toBe(200)
  expect((await ask(proxy, USERS.anna, id, 'query')).status).toBe(200)
  for (const other of [USERS['b"\\\n'], 'of-all']) {
    expect((await ask(proxy, other, id)).status).toBe(UNKNOWN)
    const headers = { authorization: `Bearer ${other}` }
    expect((await proxy.fetch(`https://proxy.test/v1/responses/${id}`, { headers })).status).toBe(404)
    expect(
      (await proxy.fetch(`https://proxy.test/v1/responses/${id}`, { headers, method: 'DELETE' })).status,
    ).toBe(404)
  }
  expect((await ask(proxy, USERS.anna, id)).status).toBe(200)
})

test('a new token of a user finds data that was stored under the old token', async () => {
  const state = proxyMemory()
  const fetch = answering().fetch
  const { id } = await ask(served({ routes, users: { anna: 'old' }, state, fetch }), 'old')
  expect((await ask(served({ routes, users: { anna: 'new' }, state, fetch }), 'new', id)).status).toBe(200)
})

test('no key that a client invents is mistaken for a user', async () => {
  const state = proxyMemory()
  const fetch = answering().fetch
  const { id } = await ask(served({ routes, users: { anna: 'old' }, state, fetch }), 'old')
  const open = served({ routes, state, fetch })
  for (const key of ['anna', '{"user":"anna"}', 'user\nanna', '\nuser\nanna'])
    expect((await ask(open, key, id, 'query')).status).toBe(UNKNOWN)
})

test('two users of any names and turns never meet', async () => {
  const step = fc.record({ who: fc.nat(2), after: fc.option(fc.nat(20), { nil: undefined }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const users = { a: 'token-a-1', b: 'token-b-1', c: 'token-c-1' }
      const tokens = Object.values(users)
      const proxy = served({ routes, users, fetch: answering().fetch })
      const given: { readonly who: number; readonly id: string }[] = []
      for (const { who, after } of steps) {
        const earlier = after === undefined ? undefined : given[after % Math.max(given.length, 1)]
        const { status, id } = await ask(proxy, tokens[who] ?? '', earlier?.id)
        expect(status).toBe(earlier === undefined || earlier.who === who ? 200 : UNKNOWN)
        if (status === 200) given.push({ who, id })
      }
    }),
    tries(50),
  )
})

test.each([
  [{ users: { anna: '' } }, 'the token of the user "anna" is empty'],
  [{ users: { anna: 'same', ben: 'same' } }, 'the token of the user "ben" is also that of another user'],
  [{ users: { anna: 'same' }, token: 'same' }, 'the token of the user "anna" is also that of another user'],
  [{ token: ' ' }, 'the token of the proxy is empty'],
])('%j is refused', (options, message) => {
  const from = openaiChat
  expect(() => createProxy({ routes: [{ from, to: targetOf(openaiChat) }], ...options })).toThrow(message)
})
