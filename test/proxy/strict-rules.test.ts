import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { assistantMessage } from '../../src/base/model/create.js'
import { createProxy } from '../../src/proxy/index.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer, scripted } from '../support/proxy.js'

const { adapter: target, rules } = adapterOf('openai-chat')
const BODY: JsonObject = {
  model: 'm',
  max_tokens: 10,
  messages: [{ role: 'user', content: 'Hi' }],
  tools: Array.from({ length: 129 }, (_, index) => ({
    name: `tool_${index}`,
    input_schema: { type: 'object', properties: {} },
  })),
}

test.each([
  ['an array', rules],
  ['a function', () => Promise.resolve(rules)],
])('a strict route sends nothing that breaks a rule of its target, given as %s', async (_how, given) => {
  const upstream = scripted((sent) =>
    nativeAnswer(target, { message: assistantMessage('Hi.'), finish: { reason: 'stop' } }, sent),
  )
  const ask = async (mode: 'strict' | 'report') => {
    const to = { adapter: target, url: 'https://target.test', rules: given }
    const from = adapterOf('anthropic-messages').adapter
    const { fetch } = createProxy({ routes: [{ from, mode, to }], fetch: upstream.fetch })
    const init = { method: 'POST', body: JSON.stringify(BODY) }
    const response = await fetch(new Request('https://proxy.test/v1/messages', init))
    return { status: response.status, text: await response.text() }
  }
  expect(await ask('report')).toMatchObject({ status: 200 })
  const { status, text } = await ask('strict')
  expect(status).toBe(400)
  expect(text).toContain('OPENAI-CHAT-TOOLS-01 at /tools')
  expect(upstream.sent).toHaveLength(1)
})
