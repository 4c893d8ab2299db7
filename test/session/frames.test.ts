import { describe, expect, test } from 'vitest'
import { session as googleLive } from '../../adapters/google-live/session.js'
import { session as openaiRealtime } from '../../adapters/openai-realtime/session.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { SessionAction, SessionCodec, SessionEvent } from '../../src/codec/stream/session-codec.js'
import { toolCall, toolResult, userMessage } from '../../src/index.js'

const WIRES: readonly (readonly [wire: string, session: SessionCodec])[] = [
  ['google-live', googleLive],
  ['openai-realtime', openaiRealtime],
]

const SOUND = { type: 'media', kind: 'audio', source: { type: 'data', data: 'AAAA' } } as const
const PICTURE = {
  type: 'media',
  kind: 'image',
  mediaType: 'image/png',
  source: { type: 'data', data: 'AAAA' },
} as const
const LINKED = { ...PICTURE, source: { type: 'url', url: 'https://example.com/a.png' } } as const
const CONVERSATION = {
  model: 'example-model',
  messages: [],
  tools: [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }],
} as const

/** Returns the events that a client decodes from a server's frames, and the notices of both. */
function heard(wire: string, session: SessionCodec, all: readonly SessionEvent[]) {
  const context = createContext(wire)
  const [encoder, decoder] = [session.serverEncoder(context), session.serverDecoder(context)]
  const told = all.flatMap((event) => encoder.push(event)).flatMap((frame) => [...decoder.push(frame)])
  return { told: [...told, ...decoder.finish()], codes: context.notices.map(({ code }) => code) }
}

/** Returns the actions that a server decodes from a client's frames, and the notices of both. */
function said(wire: string, session: SessionCodec, all: readonly SessionAction[]) {
  const context = createContext(wire)
  const [encoder, decoder] = [session.clientEncoder(context), session.clientDecoder(context)]
  const told = all.flatMap((action) => encoder.push(action)).flatMap((frame) => [...decoder.push(frame)])
  return { told: [...told, ...decoder.finish()], codes: context.notices.map(({ code }) => code) }
}

function readServer(wire: string, session: SessionCodec, ...frames: readonly JsonValue[]) {
  const decoder = session.serverDecoder(createContext(wire))
  return [...frames.flatMap((frame) => [...decoder.push(frame)]), ...decoder.finish()]
}

function readClient(wire: string, session: SessionCodec, ...frames: readonly JsonValue[]) {
  const context = createContext(wire)
  const decoder = session.clientDecoder(context)
  const told = [...frames.flatMap((frame) => [...decoder.push(frame)]), ...decoder.finish()]
  return { told, codes: context.notices.map(({ code }) => code) }
}

const ADDED: SessionEvent = { type: 'message-added', message: userMessage('Hi') }
const BESIDE: readonly SessionEvent[] = [
  { type: 'session-ready', id: 'session_1' },
  { type: 'input-text', id: 'saying_1', text: 'Is it', isWhole: false },
  ADDED,
  { type: 'respond-refused' },
  { type: 'calls-cancelled', callIds: ['a', 'b'] },
  { type: 'session-ending', millisecondsLeft: 1500 },
  { type: 'session-ending' },
  { type: 'resumption', handle: 'handle_1' },
  { type: 'resumption', handle: undefined },
]
const ACTIONS: readonly SessionAction[] = [
  { type: 'open', conversation: CONVERSATION },
  { type: 'update', conversation: CONVERSATION },
  { type: 'messages', messages: [userMessage('Hi')] },
  { type: 'input', part: { ...SOUND, mediaType: 'audio/pcm;rate=24000' } },
  { type: 'input-end' },
  { type: 'results', results: [toolResult(toolCall('a', 'look'), 'rain')] },
  { type: 'respond' },
  { type: 'cancel' },
]

describe.each(WIRES)('a session of %s', (wire, session) => {
  test.each(BESIDE.map((event) => [event.type, event] as const))(
    'sends %s to the client, or reports that the wire has no event for it',
    (_type, event) => {
      const { told, codes } = heard(wire, session, [event])
      if (codes.includes('session-event-dropped')) expect(told).toEqual([])
      else expect(told).toMatchObject([{ type: event.type }])
      if (event !== ADDED && told.length > 0) expect(told).toEqual([event])
    },
  )

  test.each(ACTIONS.map((action) => [action.type, action] as const))(
    'sends %s to the server, or reports that the wire has no event for it',
    (type, action) => {
      // The first settings open the session. Only later settings are an update.
      const before = type === 'update' ? ACTIONS.slice(0, 1) : []
      const { told, codes } = said(wire, session, [...before, action])
      if (codes.includes('session-event-dropped')) expect(told.slice(before.length)).toEqual([])
      else expect(told.slice(before.length)).toMatchObject([{ type }])
    },
  )

  test('ignores data that is not a frame', () => {
    for (const frame of [null, 1, 'text', []]) {
      expect(readServer(wire, session, frame)).toEqual([])
      expect(readClient(wire, session, frame).told).toEqual([])
    }
  })

  test('ends a turn that the socket interrupted', () => {
    const { told } = heard(wire, session, [
      { type: 'response-start', id: 'response_1' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Well' },
    ])
    expect(told.at(-1)).toMatchObject({ type: 'finish', finish: { reason: 'error' } })
  })

  test('sends a picture that the user shows, and keeps no link to one', () => {
    const { told } = said(wire, session, [{ type: 'input', part: PICTURE }])
    expect(JSON.stringify(told)).toContain('AAAA')
    const linked = said(wire, session, [{ type: 'input', part: LINKED }])
    expect([JSON.stringify(linked.told).includes('example.com'), linked.codes.length > 0]).toContain(true)
  })
})

/*
 * The model of the Live API answers spoken input and results by itself. It answers messages once their last
 * frame asks for it. https://ai.google.dev/api/live#BidiGenerateContentClientContent
 * The Realtime API is always asked: https://developers.openai.com/api/docs/guides/realtime-conversations
 */
describe('a request for an answer', () => {
  const step = (type: SessionAction['type']) => ACTIONS.filter((action) => action.type === type)
  test.each<[actions: readonly SessionAction['type'][], isSent: boolean]>([
    [[], true],
    [['messages'], true],
    [['input'], false],
    [['input', 'input-end'], false],
    [['input', 'input', 'input-end', 'input-end'], false],
    [['input-end'], true],
    [['results'], false],
    [['input', 'input-end', 'messages'], true],
    [['results', 'update'], true],
    [['input', 'respond'], true],
  ])('after %j', (types, isSent) => {
    const asked = (wire: string, session: SessionCodec) => {
      const encoder = session.clientEncoder(createContext(wire))
      for (const action of types.flatMap(step)) encoder.push(action)
      return encoder.push({ type: 'respond' })
    }
    expect(asked('google-live', googleLive)).toEqual(
      isSent ? [{ clientContent: { turnComplete: true } }] : [],
    )
    expect(asked('openai-realtime', openaiRealtime)).toEqual([{ type: 'response.create' }])
  })
})

describe('frames of google-live', () => {
  const read = (...frames: readonly JsonObject[]) => readServer('google-live', googleLive, ...frames)

  test('calls that are cancelled', () => {
    expect(read({ toolCallCancellation: { ids: ['a', 7, 'b'] } })).toEqual([
      { type: 'calls-cancelled', callIds: ['a', 'b'] },
    ])
    expect(read({ toolCallCancellation: {} })).toEqual([{ type: 'calls-cancelled', callIds: [] }])
  })

  test.each([
    ['10s', { millisecondsLeft: 10_000 }],
    ['1.5s', { millisecondsLeft: 1500 }],
    ['soon', {}],
    [undefined, {}],
  ])('a session that ends in %s', (timeLeft, expected) => {
    const goAway: JsonObject = timeLeft === undefined ? {} : { timeLeft }
    expect(read({ goAway })).toEqual([{ type: 'session-ending', ...expected }])
  })

  test('a handle counts while the session can be resumed', () => {
    const update = { newHandle: 'h', resumable: true }
    expect(read({ sessionResumptionUpdate: update })).toEqual([{ type: 'resumption', handle: 'h' }])
    expect(read({ sessionResumptionUpdate: { ...update, resumable: false } })).toEqual([
      { type: 'resumption', handle: undefined },
    ])
  })

  test('words of the user have one id until the model speaks', () => {
    const user = (text: string) => ({ serverContent: { inputTranscription: { text } } })
    const model = { serverContent: { outputTranscription: { text: 'Yes.' }, turnComplete: true } }
    const ids = read(user('Is '), user('it?'), model, user('Oh.')).flatMap((event) =>
      event.type === 'input-text' ? [event.id] : [],
    )
    expect(ids).toEqual(['saying_1', 'saying_1', 'saying_2'])
  })

  test('a handle opens the session that it is of', () => {
    const open = { type: 'open', conversation: CONVERSATION, handle: 'h' } as const
    expect(said('google-live', googleLive, [open]).told).toMatchObject([{ type: 'open', handle: 'h' }])
  })

  test('text input requests an answer, and input without a meaning is reported', () => {
    const readInput = (realtimeInput: JsonObject) => readClient('google-live', googleLive, { realtimeInput })
    expect(readInput({ text: 'Hi' }).told).toMatchObject([{ type: 'messages' }, { type: 'respond' }])
    expect(readInput({ activityEnd: {} }).told).toEqual([{ type: 'input-end' }])
    expect(readInput({ activityStart: {} })).toMatchObject({ codes: ['session-event-dropped'] })
  })
})

describe('frames of openai-realtime', () => {
  const read = (...frames: readonly JsonObject[]) => readServer('openai-realtime', openaiRealtime, ...frames)

  test('a request for an answer while one runs', () => {
    const error = { type: 'invalid_request_error', code: 'conversation_already_has_active_response' }
    expect(read({ type: 'error', error })).toEqual([{ type: 'respond-refused' }])
  })

  test('all received audio of an utterance', () => {
    const type = 'conversation.item.input_audio_transcription.completed'
    expect(read({ type, item_id: 'item_1', transcript: 'Is it?' })).toEqual([
      { type: 'input-text', id: 'item_1', text: 'Is it?', isWhole: true },
    ])
  })

  test('an answer is interrupted once, and only while it may be played', () => {
    const speech = { type: 'input_audio_buffer.speech_started' }
    const created = { type: 'response.created', response: { id: 'r', status: 'in_progress' } }
    const details = { type: 'cancelled', reason: 'turn_detected' }
    const done = {
      type: 'response.done',
      response: { id: 'r', status: 'cancelled', status_details: details },
    }
    const interruptions = (...frames: readonly JsonObject[]) =>
      read(...frames).filter(({ type }) => type === 'interrupted').length
    expect(interruptions(speech)).toBe(0)
    expect(interruptions(created, speech, done)).toBe(1)
    expect(interruptions(created, done, speech)).toBe(1)
    expect(interruptions(created, done, created, speech)).toBe(2)
  })

  test('an item that is announced twice is added once', () => {
    const item = { id: 'i', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }
    const frames = ['conversation.item.created', 'conversation.item.added'].map((type) => ({ type, item }))
    expect(read(...frames)).toMatchObject([{ type: 'message-added', message: { role: 'user' } }])
  })

  // "Only the fields that are present in the session.update are updated": API reference, `session.update`.
  test.each<[string, JsonObject, string]>([
    ['GA', { audio: { input: { format: { type: 'audio/pcma' } } } }, 'audio/pcma'],
    ['beta', { input_audio_format: 'g711_ulaw' }, 'audio/pcmu'],
  ])('the sound format stays until another one is named (%s)', (_form, named, mediaType) => {
    const update = (session: JsonObject): JsonObject => ({ type: 'session.update', session })
    const sounds = readClient(
      ...(['openai-realtime', openaiRealtime] as const),
      update(named),
      update({ instructions: 'Be brief.' }),
      { type: 'input_audio_buffer.append', audio: 'AAAA' },
    ).told.flatMap((action) => (action.type === 'input' ? [action.part] : []))
    expect(sounds).toMatchObject([{ mediaType }])
  })

  test('an unknown event of a client is reported', () => {
    const { told, codes } = readClient('openai-realtime', openaiRealtime, { type: 'strange.event' })
    expect([told, codes]).toEqual([[], ['session-event-dropped']])
  })
})
