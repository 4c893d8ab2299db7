import { describe, expect, test } from 'vitest'
import { isItem, standardMessage, standardPart } from '../../adapters/open-telemetry/foreign.js'
import { decodeSystem, messages } from '../../adapters/open-telemetry/messages.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'

const context = () => createContext('open-telemetry')

function partOf(part: JsonValue, role = 'assistant') {
  return messages.decode([{ role, parts: [part] }], context())[0]?.parts[0]
}

describe('a message of another form', () => {
  test.each<[string, JsonValue, JsonObject | undefined]>([
    ['a text is what the user said', 'Hi.', { role: 'user', parts: [{ type: 'text', content: 'Hi.' }] }],
    ['a number is not a message', 1, undefined],
    ['an empty text is not a part', { role: 'user', content: '' }, { role: 'user', parts: [] }],
    [
      'one block stands without a list',
      { role: 'user', content: { type: 'text', text: 'Hi.' } },
      { role: 'user', parts: [{ type: 'text', content: 'Hi.' }] },
    ],
    [
      'a refusal is a part',
      { role: 'assistant', content: null, refusal: 'No.' },
      { role: 'assistant', parts: [{ type: 'refusal', content: 'No.' }] },
    ],
    [
      'calls without ids that stand among the parts, too, are found by their names',
      {
        role: 'assistant',
        content: [{ type: 'tool_call', name: 'f' }],
        tool_calls: [{ name: 'f', args: {} }],
      },
      { role: 'assistant', parts: [{ type: 'tool_call', name: 'f' }] },
    ],
  ])('%s', (_, native, expected) => {
    expect(standardMessage(native)).toEqual(expected)
  })

  test('only objects are calls or results by themselves', () => {
    expect(isItem('function_call')).toBe(false)
    expect(isItem({ type: 'function_call' })).toBe(true)
  })
})

describe('a part of another form', () => {
  const inner = JSON.stringify({ type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } })
  const call = { type: 'tool_call', id: 'c', name: 'f', arguments: { a: 1 } }
  const result = JSON.stringify({ type: 'tool_result', tool_use_id: 'c', content: 'x' })

  test.each<[string, JsonValue, JsonValue]>([
    ['a bare text', 'Hi.', { type: 'text', content: 'Hi.' }],
    ['a number stays', 7, 7],
    ['a call as JSON inside a text', { type: 'text', content: inner }, call],
    ['a call as JSON inside a part of its type', { type: 'tool_use', content: inner }, call],
    [
      'a result as JSON inside a text',
      { type: 'text', content: result },
      { type: 'tool_call_response', id: 'c', response: 'x' },
    ],
    [
      'a call as JSON inside a thought is a thought',
      { type: 'thinking', content: inner },
      { type: 'reasoning', content: inner },
    ],
    [
      'JSON that is cut is a text',
      { type: 'text', content: '{"type":' },
      { type: 'text', content: '{"type":' },
    ],
    [
      'JSON without a type is a text',
      { type: 'text', content: '{"a":1}' },
      { type: 'text', content: '{"a":1}' },
    ],
    [
      'JSON of another type is a text',
      { type: 'text', content: '{"type":"text"}' },
      { type: 'text', content: '{"type":"text"}' },
    ],
    [
      'an image at an address',
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'uri', modality: 'image', uri: 'https://example.com/a.png' },
    ],
    [
      'an image in a data URL',
      { type: 'image_url', image_url: 'data:image/png;base64,AAAA' },
      { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' },
    ],
    [
      'an image of OpenInference',
      { type: 'image', image: { image: { url: 'https://example.com/a.png' } } },
      { type: 'uri', modality: 'image', uri: 'https://example.com/a.png' },
    ],
    ['an image without an address stays', { type: 'image', image: {} }, { type: 'image', image: {} }],
    [
      'a file as base64',
      { type: 'file', data: 'AAAA', mediaType: 'audio/wav' },
      { type: 'blob', modality: 'audio', mime_type: 'audio/wav', content: 'AAAA' },
    ],
    [
      'a file whose data URL names no type has the type beside it',
      { type: 'file', data: 'data:;base64,AAAA', mediaType: 'application/pdf' },
      { type: 'blob', modality: 'document', mime_type: 'application/pdf', content: 'AAAA' },
    ],
    [
      'a file of no type is a document',
      { type: 'file', data: 'AAAA' },
      { type: 'blob', modality: 'document', content: 'AAAA' },
    ],
    ['a file without data stays', { type: 'file', file_id: 'x' }, { type: 'file', file_id: 'x' }],
    [
      'a file of the conventions stays',
      { type: 'file', data: 'AAAA', modality: 'image' },
      { type: 'file', data: 'AAAA', modality: 'image' },
    ],
  ])('%s', (_, native, expected) => {
    expect(standardPart(native)).toEqual(expected)
  })
})

describe('a message of the conventions', () => {
  test('of an unknown role is reported, and its word is kept', () => {
    const told = context()
    const [message] = messages.decode([{ role: 'critic', parts: [] }], told)
    expect(message?.providerMetadata).toMatchObject({ 'open-telemetry': { role: 'critic' } })
    expect(told.notices).toHaveLength(1)
  })

  test('of a role with another name keeps its word', () => {
    const [message] = messages.decode([{ role: 'human', parts: [] }], context())
    expect(message).toMatchObject({ role: 'user', providerMetadata: { 'open-telemetry': { role: 'human' } } })
  })

  test('a refusal is a text; one without content is unchanged', () => {
    expect(partOf({ type: 'refusal', content: 'No.' })).toMatchObject({ type: 'text', text: 'No.' })
    expect(partOf({ type: 'refusal' })).toMatchObject({ type: 'opaque' })
    expect(partOf(7)).toMatchObject({ type: 'opaque' })
  })

  test.each<[JsonValue, JsonObject, boolean]>([
    [{ type: 'text', value: 'x' }, { type: 'text', value: 'x' }, false],
    [{ type: 'error-text', value: 'x' }, { type: 'error-text', value: 'x' }, true],
    [{ type: 'json', value: 1 }, { type: 'json', value: 1 }, false],
    [{ type: 'error-json', value: 1 }, { type: 'error-json', value: 1 }, true],
    [{ type: 'other', value: 1 }, { type: 'json', value: { type: 'other', value: 1 } }, false],
    [{ type: 'text', value: 1 }, { type: 'json', value: { type: 'text', value: 1 } }, false],
    [{ denied: true, reason: 'no' }, { type: 'denied', reason: 'no' }, true],
    [{ denied: true }, { type: 'denied' }, true],
    [null, { type: 'json', value: null }, false],
  ])('the result %j', (response, output, isError) => {
    expect(partOf({ type: 'tool_call_response', id: 'c', response }, 'tool')).toMatchObject({
      output,
      isError,
    })
  })

  test('a result without a response is null', () => {
    const part = partOf({ type: 'tool_call_response', id: 'c' }, 'tool')
    expect(part).toMatchObject({ output: { type: 'json', value: null } })
  })

  test('a result of another form without content is null', () => {
    const [message] = messages.decode([{ role: 'tool' }], context())
    expect(message?.parts).toMatchObject([{ type: 'tool-result', output: { type: 'json', value: null } }])
  })

  test('a result without a call gets a separate id', () => {
    const part = partOf({ type: 'tool_call_response', response: 'x' }, 'tool')
    expect(part).toMatchObject({ callId: expect.stringMatching(/./) })
  })

  test.each([
    ['code_interpreter', 'code_execution'],
    ['web_search', 'web_search'],
    ['custom', 'other'],
    ['function', 'other'],
    ['grounding', 'other'],
  ])('a call of the server of the type %s is of the kind %s', (type, kind) => {
    const part = partOf({ type: 'server_tool_call', id: 's', name: 'n', server_tool_call: { type, q: 1 } })
    expect(part).toMatchObject({ kind, name: 'n', providerExecuted: true, arguments: { q: 1 } })
  })

  test('a call of the server without a type, and the result', () => {
    const call = { type: 'server_tool_call', id: 's', name: 'n', server_tool_call: { q: 1 } }
    expect(partOf(call)).toMatchObject({ kind: 'other', arguments: { q: 1 } })
    const result = {
      type: 'server_tool_call_response',
      id: 's',
      server_tool_call_response: { type: 'web_search', hits: 2 },
    }
    expect(partOf(result)).toMatchObject({
      type: 'tool-result',
      callId: 's',
      providerExecuted: true,
      output: { type: 'json', value: { type: 'web_search', hits: 2 } },
    })
  })

  test.each([
    ['image', 'image', undefined],
    ['', 'file', undefined],
    ['document', 'file', undefined],
    ['hologram', 'file', 'hologram'],
  ])('media of the modality "%s" are of the kind %s', (modality, kind, kept) => {
    const part = partOf({ type: 'uri', modality, uri: 'https://example.com/a' })
    expect(part).toMatchObject({ type: 'media', kind, source: { type: 'url', url: 'https://example.com/a' } })
    const metadata = part?.type === 'media' ? part.providerMetadata : undefined
    expect(metadata?.['open-telemetry']?.type).toBe(kept)
  })

  test('instructions may be empty', () => {
    expect(decodeSystem([], context())).toEqual({ role: 'system', parts: [] })
  })
})
