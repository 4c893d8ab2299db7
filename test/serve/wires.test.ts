import { describe, expect, test } from 'vitest'
import { type LoopOptions, runLoop } from '../../src/chat/loop/index.js'
import { toResponse } from '../../src/chat/serve/index.js'
import { defineTool, type Notice, userMessage } from '../../src/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { forEachAdapter } from '../support/law.js'

const look = defineTool({ name: 'look', execute: () => 'rain' })
const buy = defineTool({ name: 'buy', requiresApproval: true, execute: () => 'bought' })
const show = { type: 'function' as const, name: 'show', parameters: { type: 'object' as const } }

function loopOf(second: ReturnType<typeof answer> | Error, tools: LoopOptions['tools']) {
  const { provider } = scripted((_, turn) =>
    turn === 0 ? answer('I look.', nativeCall('c1', 'look')) : second,
  )
  return runLoop({ provider, messages: [userMessage('Rain?')], tools: tools ?? [] })
}

describe('clients of a wire', () => {
  forEachAdapter(
    'get one answer of a loop: its texts, and no call that ran',
    ['http', 'encoder'],
    async ({ adapter }) => {
      const loop = loopOf(answer('It rains.'), [look])
      const response = toResponse(loop, { as: adapter, usage: true })
      expect(response.headers.get('content-type')).toBe(adapter.codecs.stream.framing.contentType)
      const { message, finish, usage } = await adapter.collect(response)
      expect(message.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('')).toBe(
        'I look.It rains.',
      )
      expect(finish.reason).toBe('stop')
      expect(usage?.outputTokens).toBe(10)
    },
  )

  forEachAdapter('get the calls that are left to them', ['http', 'encoder'], async ({ adapter }) => {
    const loop = loopOf(answer(null, nativeCall('c2', 'show')), [look, show])
    const { message, finish } = await adapter.collect(toResponse(loop, { as: adapter }))
    const calls = message.parts.flatMap((part) => (part.type === 'tool-call' ? part.name : []))
    expect(calls).toEqual(['show'])
    expect(finish.reason).toBe('tool-calls')
  })

  forEachAdapter(
    'get no call that waits for approval, and the host a notice',
    ['http', 'encoder'],
    async ({ adapter }) => {
      const notices: Notice[] = []
      const loop = loopOf(answer('I buy.', nativeCall('c2', 'buy')), [look, buy])
      const onNotice = (notice: Notice) => notices.push(notice)
      const { message, finish } = await adapter.collect(toResponse(loop, { as: adapter, onNotice }))
      expect(message.parts.filter(({ type }) => type === 'tool-call')).toEqual([])
      expect(finish.reason).toBe('stop')
      expect(notices.map(({ code }) => code)).toContain('approval-dropped')
    },
  )

  forEachAdapter(
    'are told of a failure in their words, without its message',
    ['http', 'encoder'],
    async ({ adapter }) => {
      const failing = loopOf(new Error('the key is 1234'), [look])
      const text = await toResponse(failing, { as: adapter }).text()
      expect(text).not.toContain('1234')
      const { finish, error } = await adapter.collect(
        toResponse(loopOf(new Error('x'), [look]), { as: adapter }),
      )
      expect([finish.reason, error?.message]).toEqual(['error', 'Something went wrong.'])
    },
  )

  forEachAdapter('get the calls of a plain turn as they come', ['http', 'encoder'], async ({ adapter }) => {
    const { provider } = scripted(() => answer('I look.', nativeCall('c1', 'look', { at: 'x' })))
    const turn = provider.turn({ messages: [userMessage('Rain?')], tools: [look] })
    const { message, finish } = await adapter.collect(toResponse(turn, { as: adapter }))
    expect(message.parts).toMatchObject([{ text: 'I look.' }, { name: 'look', arguments: { at: 'x' } }])
    expect(finish.reason).toBe('tool-calls')
  })
})

test('a format whose streams cannot be written is refused at once', async () => {
  const { aiSdk } = await import('../../adapters/ai-sdk/index.js')
  const { encoder: _encoder, ...stream } = aiSdk.codecs.stream
  const mute = { ...aiSdk, codecs: { ...aiSdk.codecs, stream } }
  expect(() => toResponse(loopOf(answer('x'), []), { as: mute })).toThrow(/cannot be written/)
})
