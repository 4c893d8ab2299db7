import { expect, test, vi } from 'vitest'
import { pauseFor } from '../../src/base/http/timer.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer, proxied, requestOf, scripted, user } from '../support/proxy.js'

const ANSWER = {
  id: 'a',
  model: 'm',
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] },
  finish: { reason: 'stop' },
} as const

test('others have their turn in a pause of a large request, and a small one does not wait', async () => {
  let hadTurn = false
  setTimeout(() => {
    hadTurn = true
  }, 0)
  await pauseFor(1000)()
  expect(hadTurn).toBe(false)
  await pauseFor(1_000_000)()
  expect(hadTurn).toBe(true)
})

test('a large request is read, translated and written in pieces; a small one in one', async () => {
  const upstream = scripted((sent) => nativeAnswer(adapterOf('openai-chat').adapter, ANSWER, sent))
  const { fetch } = proxied('anthropic-messages', 'openai-chat', upstream.fetch)
  const turns = vi.spyOn(globalThis, 'setTimeout')
  const pauses = () => turns.mock.calls.filter(([, delay]) => delay === 0).length
  try {
    await (await fetch(...requestOf('anthropic-messages', user('Hi')))).text()
    expect(pauses()).toBe(0)
    await (await fetch(...requestOf('anthropic-messages', user('x'.repeat(1_000_000))))).text()
    // One pause each before parsing, decoding, comparing with earlier turns, moving, encoding and writing.
    expect(pauses()).toBe(6)
  } finally {
    turns.mockRestore()
  }
})
