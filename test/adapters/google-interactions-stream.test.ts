import { describe, expect, test } from 'vitest'
import { googleInteractions } from '../../adapters/google-interactions/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { asFrames, eventsOf, textOf } from '../support/streams.js'

const CREATED = {
  event_type: 'interaction.created',
  interaction: { id: 'v1_a', model: 'gemini-3-flash', object: 'interaction', status: 'in_progress' },
}

function completed(fields: JsonObject = {}): JsonObject {
  return { event_type: 'interaction.completed', interaction: { id: 'v1_a', status: 'completed', ...fields } }
}

function start(index: number, step: JsonObject): JsonObject {
  return { event_type: 'step.start', index, step }
}

function delta(index: number, fields: JsonObject): JsonObject {
  return { event_type: 'step.delta', index, delta: fields }
}

function stop(index: number, more: JsonObject = {}): JsonObject {
  return { event_type: 'step.stop', index, ...more }
}

/** The answer that these events are. */
function streamed(...events: readonly JsonObject[]) {
  const text = textOf(googleInteractions, asFrames(events))
  return assemble(eventsOf(googleInteractions, [text]), 'google-interactions')
}

const TEXT_STEP = { type: 'model_output', content: [] }

describe('text and what it rests on', () => {
  const annotation = { type: 'url_citation', url: 'https://example.com', title: 'Example' }

  test.each<[string, JsonObject[]]>([
    ['with its text', [{ type: 'text', text: 'Hi', annotations: [annotation] }]],
    [
      'after its text, in pieces',
      [
        { type: 'text', text: 'Hi' },
        { type: 'text', text: '', annotations: [annotation] },
      ],
    ],
    [
      'after its text',
      [
        { type: 'text', text: 'Hi' },
        { type: 'text_annotation_delta', annotations: [annotation] },
      ],
    ],
    [
      'after its text, as before June 2026',
      [
        { type: 'text', text: 'Hi' },
        { type: 'text_annotation', annotations: [annotation] },
      ],
    ],
  ])('citations come %s', (_when, deltas) => {
    const events = deltas.map((one) => delta(0, one))
    const { message } = streamed(CREATED, start(0, TEXT_STEP), ...events, stop(0), completed())
    expect(message.parts[0]).toMatchObject({ type: 'text', text: 'Hi' })
    expect(JSON.stringify(message.parts)).toContain('https://example.com')
  })

  test('citations of no text are kept', () => {
    const cited = delta(0, { type: 'text_annotation_delta', annotations: [annotation] })
    const { message } = streamed(CREATED, start(0, TEXT_STEP), cited, stop(0), completed())
    expect(JSON.stringify(message.parts)).toContain('https://example.com')
  })

  test('deltas without a start are of a step of their kind', () => {
    const { message } = streamed(
      CREATED,
      delta(0, { type: 'thought_summary', content: { type: 'text', text: 'Hm.' } }),
      delta(1, { type: 'text', text: 'Hi' }),
      completed(),
    )
    expect(message.parts).toMatchObject([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Hi' },
    ])
  })

  test('a delta of nothing that is open says nothing', () => {
    const { message } = streamed(CREATED, delta(4, { type: 'arguments_delta', arguments: '{}' }), completed())
    expect(message.parts).toEqual([])
  })
})

describe('calls', () => {
  const call = { type: 'function_call', id: 'call_1', name: 'go' }

  test.each(['arguments', 'partial_arguments'])('arguments come in pieces of `%s`', (field) => {
    const pieces = ['{"city":', '"Oslo"}'].map((piece) =>
      delta(0, { type: 'arguments_delta', [field]: piece }),
    )
    const { message, finish } = streamed(CREATED, start(0, call), ...pieces, stop(0), completed())
    expect(message.parts).toMatchObject([{ id: 'call_1', arguments: { city: 'Oslo' }, status: 'complete' }])
    expect(finish.reason).toBe('tool-calls')
  })

  test.each<[string, JsonObject]>([
    ['no object', { arguments: 'Oslo' }],
    ['not there', {}],
    ['null', { arguments: null }],
  ])('arguments that are %s in an answer that was cut are never complete', (_what, fields) => {
    const cut = completed({ status: 'incomplete', steps: [{ ...call, ...fields }] })
    const { message } = streamed(cut)
    const found = message.parts.filter((part) => part.type === 'tool-call')
    expect(found).toHaveLength(1)
    expect(found.filter(({ arguments: read }) => read !== undefined && Object.keys(read).length > 0)).toEqual(
      [],
    )
  })

  test('a call of a whole answer that was cut has the digits that came', () => {
    const cut = `{"event_type":"interaction.completed","interaction":{"id":"a","status":"incomplete","steps":[{"type":"function_call","id":"c","name":"go","arguments":{"n":12345678901234567890}}]}}`
    const { message } = assemble(eventsOf(googleInteractions, [`data: ${cut}\n\n`]), 'google-interactions')
    expect(message.parts).toMatchObject([{ status: 'truncated', rawArguments: '{"n":12345678901234567890' }])
  })

  test('a call that a result on the same answer answers is not open', () => {
    const result = { type: 'function_result', call_id: 'call_1', name: 'go', result: 'done' }
    const { finish } = streamed(
      CREATED,
      ...[start(0, { ...call, arguments: {} }), stop(0), start(1, result), stop(1), completed()],
    )
    expect(finish.reason).toBe('stop')
  })

  test('a step that begins where one is open ends that one', () => {
    const { message } = streamed(
      CREATED,
      start(0, call),
      start(0, TEXT_STEP),
      delta(0, { type: 'text', text: 'Hi' }),
      stop(0),
      completed(),
    )
    expect(message.parts.map(({ type }) => type)).toEqual(['tool-call', 'text'])
  })
})

test('usage that comes with the end of a step is that of the answer', () => {
  const usage = { total_input_tokens: 3, total_output_tokens: 4, total_tokens: 7 }
  const { usage: counted } = streamed(
    CREATED,
    start(0, TEXT_STEP),
    delta(0, { type: 'text', text: 'Hi' }),
    stop(0, { usage }),
    completed(),
  )
  expect(counted).toMatchObject({ inputTokens: 3, outputTokens: 4, totalTokens: 7 })
})

test('what is no step in an answer that came whole is passed over', () => {
  const { message } = streamed(
    completed({ steps: ['text', null, { ...TEXT_STEP, content: ['x', { type: 'text', text: 'Hi' }] }] }),
  )
  expect(message.parts).toMatchObject([{ type: 'text', text: 'Hi' }])
})
