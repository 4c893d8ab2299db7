import { describe, expect, test } from 'vitest'
import { openaiRealtime } from '../../adapters/openai-realtime/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import { errorResult, toolResult } from '../../src/base/model/create.js'
import { assembleStream } from '../../src/translate/exchange/decode-exchange.js'
import { allFixtures } from '../support/exchanges.js'
import { eventsOf } from '../support/streams.js'

const { codecs } = openaiRealtime

function streamOf(name: string): string {
  return allFixtures.find(({ id }) => id === `openai-realtime/${name}`)?.stream ?? ''
}

const asked = { type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [] } }

describe('a record of several turns', () => {
  const [call, said] = [streamOf('single-call'), streamOf('text-only')]

  test('reads as one answer with all parts and the end of the last', () => {
    const response = assembleStream([call + said], codecs, createContext('openai-realtime'))
    expect(response.message.parts.map(({ type }) => type)).toEqual(['tool-call', 'text'])
    expect(response.finish.reason).toBe('stop')
    expect(response.usage?.outputTokens).toBe(40)
  })

  test('is cut where the last turn is', () => {
    const cut = said.split('\n').slice(0, -3).join('\n')
    const response = assembleStream([call + cut], codecs, createContext('openai-realtime'))
    expect(response.finish.reason).toBe('error')
    expect(response.error?.code).toBe('stream-cut')
  })
})

test('a call is complete before the end of its response only if its item says so', () => {
  const events = (status: string) => {
    const item = { id: 'i', type: 'function_call', call_id: 'c', name: 'f', arguments: '{}', status }
    const lines = [
      { type: 'response.created', event_id: 'e', response: { id: 'r', output: [] } },
      { type: 'response.output_item.done', event_id: 'e', response_id: 'r', output_index: 0, item },
    ]
    return eventsOf(openaiRealtime, [lines.map((line) => `${JSON.stringify(line)}\n`).join('')])
  }
  const statusOf = (status: string) =>
    events(status).flatMap((event) => (event.type === 'tool-call' ? [event.call.status] : []))
  expect(statusOf('completed')).toEqual(['complete'])
  expect(statusOf('in_progress')).toEqual(['truncated'])
})

test('an error about something else than the answer does not end it', () => {
  const beside = {
    type: 'error',
    error: { code: 'response_cancel_not_active', message: 'no active response' },
  }
  const context = createContext('openai-realtime')
  const response = assembleStream([`${JSON.stringify(beside)}\n${streamOf('text-only')}`], codecs, context)
  expect(response.error).toBeUndefined()
  expect(context.notices.map(({ code }) => code)).toEqual(['error-beside-answer'])
})

test('any other error between the answers is a turn', () => {
  const refused = { type: 'error', event_id: 'e', error: { code: 'invalid_value', message: 'no' } }
  const response = assembleStream([`${JSON.stringify(refused)}\n`], codecs, createContext('openai-realtime'))
  expect(response).toMatchObject({ finish: { reason: 'error' }, error: { code: 'invalid_value' } })
})

test('results are events, with the mark of errors in their text', () => {
  const call = {
    type: 'tool-call',
    kind: 'function',
    id: 'c',
    name: 'f',
    status: 'complete',
    providerExecuted: false,
  } as const
  const results = [
    toolResult({ ...call, arguments: {} }, 'ok'),
    errorResult({ ...call, arguments: {} }, 'no'),
  ]
  expect(openaiRealtime.toolResults(results)).toEqual([
    { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'c', output: 'ok' } },
    {
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: 'c', output: '<tool_error>no</tool_error>' },
    },
  ])
})

test('settings may come after other events, and keep their place', () => {
  const update = { type: 'session.update', session: { type: 'realtime', instructions: 'Hi' } }
  const request: JsonObject = { clientEvents: [{ type: 'input_audio_buffer.clear' }, update, asked] }
  const conversation = openaiRealtime.decodeRequest(request).value
  expect(conversation.messages.map(({ role }) => role)).toEqual(['system', 'system', 'user'])
  expect(openaiRealtime.encodeRequest(conversation).value).toEqual(request)
})

test('a session is g711 where it says so', () => {
  const session = { input_audio_format: 'g711_ulaw' }
  const clientEvents = [
    { type: 'session.update', session },
    { type: 'input_audio_buffer.append', audio: 'AAAA' },
  ]
  const [message] = openaiRealtime.decodeRequest({ clientEvents }).value.messages
  expect(message?.parts[0]).toMatchObject({ type: 'media', mediaType: 'audio/pcmu' })
})

test('a call of an answer that was stopped is cut', () => {
  const item = {
    id: 'i',
    type: 'function_call',
    call_id: 'c',
    name: 'f',
    arguments: '{"city"',
    status: 'incomplete',
  }
  const response = {
    id: 'r',
    status: 'cancelled',
    status_details: { reason: 'turn_detected' },
    output: [item],
  }
  const { message, finish } = openaiRealtime.decodeResponse(response).value
  expect(message.parts).toMatchObject([{ type: 'tool-call', status: 'truncated', rawArguments: '{"city"' }])
  expect(finish).toEqual({ outcome: 'interrupted', reason: 'other', raw: 'turn_detected' })
  expect(openaiRealtime.encodeResponse(openaiRealtime.decodeResponse(response).value).value).toEqual(response)
})
