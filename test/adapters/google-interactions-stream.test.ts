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

/** Returns the answer that consists of these events. */
function streamed(...events: readonly JsonObject[]) {
  const text = textOf(googleInteractions, asFrames(events))
  return assemble(eventsOf(googleInteractions, [text]), 'google-interactions')
}

const TEXT_STEP = { type: 'model_output', content: [] }

describe('text and its sources', () => {
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
})

describe('calls', () => {
  const call = { type: 'function_call', id: 'call_1', name: 'go' }

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
})
