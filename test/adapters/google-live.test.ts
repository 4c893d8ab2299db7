import { expect, test } from 'vitest'
import { googleLive } from '../../adapters/google-live/index.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { eventsOf } from '../support/streams.js'

test('a later system message becomes a user message in the same position', () => {
  const text = (value: string) => [{ type: 'text' as const, text: value }]
  const { value } = encodeConversation(
    {
      model: 'example-model',
      messages: [
        { role: 'user', parts: text('Hi') },
        { role: 'assistant', parts: text('Hello') },
        { role: 'system', parts: text('Be brief.') },
        { role: 'user', parts: text('Go on') },
      ],
    },
    { to: googleLive },
  )
  const said = JSON.stringify(value)
  expect(said.indexOf('Hello')).toBeLessThan(said.indexOf('Be brief.'))
  expect(said.indexOf('Be brief.')).toBeLessThan(said.indexOf('Go on'))
  expect(said).not.toContain('"system"')
})

test('a picture link in realtime input is omitted, with a notice', () => {
  const { value: conversation } = googleLive.decodeRequest({
    clientEvents: [{ realtimeInput: { video: { mimeType: 'image/png', data: 'AAAA' } } }],
  })
  const linked = {
    ...conversation,
    messages: conversation.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) =>
        part.type === 'media'
          ? { ...part, source: { type: 'url' as const, url: 'https://example.com/a.png' } }
          : part,
      ),
    })),
  }
  const { value, notices } = googleLive.encodeRequest(linked)
  expect(JSON.stringify(value)).not.toContain('example.com')
  expect(notices.map(({ severity }) => severity)).toContain('warning')
})

test('the later of two counts of a turn is used; the next turn has a separate count', () => {
  const count = (promptTokenCount: number) => ({ usageMetadata: { promptTokenCount } })
  const say = (text: string) => ({ serverContent: { modelTurn: { parts: [{ text }] } } })
  const done = { serverContent: { turnComplete: true } }
  const frames = [
    ...[say('Hi'), count(5), say(' you'), count(7), done],
    ...[say('Bye'), done],
    ...[count(2), say('!'), { ...done, ...count(3) }],
  ]
  const events = eventsOf(googleLive, frames)
  const counts = events.flatMap((event) => (event.type === 'finish' ? [event.usage?.inputTokens] : []))
  expect(counts).toEqual([7, undefined, 3])
})
