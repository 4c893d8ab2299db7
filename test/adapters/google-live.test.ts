import { expect, test } from 'vitest'
import { googleLive } from '../../adapters/google-live/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Part } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { asFrames, eventsOf, textOf } from '../support/streams.js'
import { stored } from '../support/values.js'

/** The parts of the answer that these frames of the server are. */
function partsOf(...serverEvents: readonly JsonObject[]): readonly Part[] {
  const text = textOf(googleLive, asFrames(serverEvents))
  return assemble(eventsOf(googleLive, [text]), 'google-live').message.parts
}

function modelTurn(...parts: readonly JsonObject[]): JsonObject {
  return { serverContent: { modelTurn: { role: 'model', parts } } }
}

const END = { serverContent: { generationComplete: true, turnComplete: true } }

function soundOf(data: string, mimeType = 'audio/pcm;rate=24000'): JsonObject {
  return { inlineData: { mimeType, data } }
}

/** What is written of client events that were read. */
function again(...clientEvents: readonly JsonObject[]): unknown {
  const { value } = googleLive.decodeRequest({ clientEvents })
  return stored(googleLive.encodeRequest(value).value)
}

test('pieces of sound are one medium, up to what stands between them', () => {
  const picture = { inlineData: { mimeType: 'image/png', data: 'BBBB' } }
  const parts = partsOf(
    modelTurn(soundOf('AAAA')),
    modelTurn(soundOf('AAAB')),
    modelTurn(picture),
    modelTurn(soundOf('AAAC')),
    END,
  )
  expect(parts).toMatchObject([
    { type: 'media', kind: 'audio', source: { data: 'AAAAAAAB' } },
    { type: 'media', kind: 'image', source: { data: 'BBBB' } },
    { type: 'media', kind: 'audio', source: { data: 'AAAC' } },
  ])
})

test.each([
  ['of another type', [soundOf('AAAA'), soundOf('AAAA', 'audio/ogg')]],
  ['that do not end on a whole group of bytes', [soundOf('AAA='), soundOf('AAAA')]],
])('pieces of sound %s stay apart', (_why, sounds) => {
  expect(partsOf(...sounds.map((sound) => modelTurn(sound)), END)).toHaveLength(2)
})

test('a call comes after what was heard before it', () => {
  const call = { toolCall: { functionCalls: [{ id: 'call_1', name: 'look', args: { at: 'it' } }] } }
  const parts = partsOf(modelTurn(soundOf('AAAA')), call, END)
  expect(parts.map(({ type }) => type)).toEqual(['media', 'tool-call'])
  expect(parts[1]).toMatchObject({ id: 'call_1', name: 'look', arguments: { at: 'it' }, status: 'complete' })
})

test.each<[string, JsonObject]>([
  [
    'one result that is no list',
    { toolResponse: { functionResponses: { id: 'a', name: 'f', response: {} } } },
  ],
  ['results with a field more', { toolResponse: { functionResponses: [], other: 1 } }],
  [
    'names with underscores',
    { tool_response: { function_responses: [{ id: 'a', name: 'f', response: {} }] } },
  ],
  ['words of right now', { realtimeInput: { text: 'Hi' } }],
  ['a picture of right now', { realtimeInput: { video: { mimeType: 'image/png', data: 'AAAA' } } }],
  [
    'a picture with a field more',
    { realtimeInput: { video: { mimeType: 'image/png', data: 'AAAA', at: 1 } } },
  ],
  ['two inputs in one frame', { realtimeInput: { text: 'Hi', audioStreamEnd: true } }],
  [
    'contents with a field more',
    { clientContent: { turns: [{ role: 'user', parts: [{ text: 'Hi' }] }], other: 1 } },
  ],
  ['no contents', { clientContent: { turnComplete: true } }],
  ['what is no frame', { strange: 1 }],
])('%s: comes back as it was', (_what, frame) => {
  expect(again(frame)).toEqual({ clientEvents: [frame] })
})

test('a system message after others is said by the user, where it stood', () => {
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

test('a picture that is a link in what is said right now is left out, with a notice', () => {
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
