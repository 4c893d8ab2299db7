import { describe, expect, test } from 'vitest'
import { aiSdk } from '../../adapters/ai-sdk/index.js'
import { fromChunk, type KnownCall, toChunks } from '../../adapters/ai-sdk/ui-stream.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { eventsOf } from '../support/streams.js'

const finish = { type: 'finish', finishReason: 'stop' }
const start = { type: 'tool-input-start', id: 'c', toolName: 'f' }

function events(...parts: object[]) {
  return eventsOf(aiSdk, parts)
}

function typesOf(...parts: object[]): string[] {
  return events(...parts).map(({ type }) => type)
}

const unknown = (): KnownCall | undefined => undefined

describe('the chunks of a user interface', () => {
  test.each<[string, JsonObject, JsonObject[]]>([
    [
      'an abort is an error with its reason',
      { type: 'abort', reason: 'stopped' },
      [{ type: 'error', error: { type: 'abort', reason: 'stopped', message: 'stopped' } }],
    ],
    [
      'an abort without a reason says that it is one',
      { type: 'abort' },
      [{ type: 'error', error: { type: 'abort', message: 'aborted' } }],
    ],
    [
      'an error has the text of its chunk',
      { type: 'error', errorText: 'No.' },
      [{ type: 'error', errorText: 'No.', error: 'No.' }],
    ],
    [
      'metadata begin a stream',
      { type: 'message-metadata', messageMetadata: { a: 1 } },
      [{ type: 'stream-start', messageMetadata: { a: 1 } }],
    ],
    ['the end of a step says nothing', { type: 'finish-step' }, []],
    [
      'the end of a step with a reason is an end',
      { type: 'finish-step', finishReason: 'stop' },
      [{ type: 'finish', finishReason: 'stop' }],
    ],
    [
      'an input that nobody streamed is written as JSON',
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'f', input: { a: 1 } },
      [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: '{"a":1}' }],
    ],
    [
      'an input that cannot be run is a call and its failure',
      { type: 'tool-input-error', toolCallId: 'c', toolName: 'f', input: '{"a":', errorText: 'No.' },
      [
        { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: '{"a":' },
        { type: 'tool-result', toolCallId: 'c', toolName: 'f', output: { type: 'error-text', value: 'No.' } },
      ],
    ],
    [
      'one that says nothing of it is a call and a failure, too',
      { type: 'tool-input-error' },
      [
        { type: 'tool-call', input: '{}' },
        { type: 'tool-result', toolCallId: '', toolName: '', output: { type: 'error-text', value: '' } },
      ],
    ],
    [
      'a result of a call that is not known has no name',
      { type: 'tool-output-available', toolCallId: 'c', output: 'x' },
      [{ type: 'tool-result', toolCallId: 'c', toolName: '', output: { type: 'text', value: 'x' } }],
    ],
    [
      'a result of a state that is not known is null',
      { type: 'tool-output-later', toolCallId: 'c' },
      [{ type: 'tool-result', toolCallId: 'c', toolName: '', output: null }],
    ],
  ])('%s', (_, chunk, parts) => {
    expect(fromChunk(chunk, unknown)).toEqual(parts)
  })

  test('an input keeps its streamed text while the value is the same', () => {
    const known = () => ({ name: 'f', isExecuted: false, text: '{ "a": 1 }' })
    const textOf = (input: JsonObject) => fromChunk({ type: 'tool-input-available', input }, known)[0]?.input
    expect(textOf({ a: 1 })).toBe('{ "a": 1 }')
    expect(textOf({ a: 2 })).toBe('{"a":2}')
  })

  test.each<[string, JsonObject, JsonObject[]]>([
    ['a start without an id', { type: 'tool-input-start' }, [{ type: 'tool-input-start', toolCallId: '' }]],
    [
      'a piece without id and text',
      { type: 'tool-input-delta' },
      [{ type: 'tool-input-delta', toolCallId: '', inputTextDelta: '' }],
    ],
    [
      'an error with a message',
      { type: 'error', error: { message: 'No.' } },
      [{ type: 'error', errorText: 'No.' }],
    ],
    ['an error of another form', { type: 'error', error: [1] }, [{ type: 'error', errorText: '[1]' }]],
    ['an error that says nothing', { type: 'error' }, [{ type: 'error', errorText: 'null' }]],
    [
      'a call without input',
      { type: 'tool-call', toolCallId: 'c', input: ' ' },
      [{ type: 'tool-input-available', toolCallId: 'c', input: {} }],
    ],
    [
      'a result that is missing',
      { type: 'tool-result', toolCallId: 'c' },
      [{ type: 'tool-output-available', toolCallId: 'c', output: null, providerExecuted: true }],
    ],
    [
      'a result of a tool of the client',
      { type: 'tool-result', toolCallId: 'c', output: { type: 'text', value: 'x' } },
      [{ type: 'tool-output-available', toolCallId: 'c', output: 'x' }],
    ],
  ])('%s is told', (_, part, chunks) => {
    expect(toChunks(part)).toEqual(chunks)
  })

  test('a bare word for the end is kept', () => {
    expect(toChunks(finish)).toMatchObject([
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop' },
    ])
  })
})

describe('a stream', () => {
  test('may be a complete answer', () => {
    const [answer] = [{ content: [{ type: 'text', text: 'Hi.' }], finishReason: 'stop' }]
    expect(typesOf(answer ?? {})).toEqual(expect.arrayContaining(['text-delta', 'finish']))
    expect(events(answer ?? {}).at(-1)).toMatchObject({ finish: { reason: 'stop' } })
  })

  test('with truncation reports it, and its open call is incomplete', () => {
    const read = events(start, { type: 'tool-input-delta', id: 'c', delta: '{"a":' })
    expect(read.map(({ type }) => type)).toEqual(expect.arrayContaining(['tool-input-end', 'error']))
    expect(read).toContainEqual(
      expect.objectContaining({
        type: 'tool-call',
        call: expect.objectContaining({ id: 'c', status: 'truncated', rawArguments: '{"a":' }),
      }),
    )
    expect(read.at(-1)).toMatchObject({ finish: { reason: 'error' } })
  })

  test('deltas of an unopened text begin it; of a call, and ends, they are ignored', () => {
    expect(typesOf({ type: 'text-delta', id: 't', delta: 'Hi' }, finish)).toContain('text-start')
    const read = typesOf(
      { type: 'start' },
      { type: 'tool-input-delta', id: 'c', delta: '{}' },
      { type: 'text-end', id: 't' },
      finish,
    )
    expect(read.filter((type) => /^(text|tool)-/.test(type))).toEqual([])
  })

  test('a block that begins again is another one', () => {
    const one = { type: 'text-start', id: 't' }
    const read = typesOf(one, { type: 'text-delta', id: 't', delta: 'a' }, one, finish)
    expect(read.filter((type) => type === 'text-end')).toHaveLength(2)
  })
})
