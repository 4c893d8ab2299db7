import { describe, expect, test } from 'vitest'
import { turns } from '../../adapters/openai-responses/turns.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject } from '../../src/base/json/json-types.js'

const user = { type: 'message', role: 'user', content: 'Hi.' }
const said = { type: 'message', role: 'assistant', content: [] }

function request(body: JsonObject, more: JsonObject = {}) {
  const read = turns.request({ type: 'response.create', ...body, ...more })
  if (read === undefined) throw new Error('this message asks for an answer')
  return read
}

describe('a message of the socket', () => {
  test('requests a streamed answer, never a background answer', () => {
    expect(request({ input: 'Hi.', background: true, previous_response_id: 'resp_1' })).toEqual({
      body: { input: 'Hi.', previous_response_id: 'resp_1', stream: true },
      after: 'resp_1',
      generates: true,
    })
    expect(request({ input: 'Hi.', generate: false }).generates).toBe(false)
  })

  test('an acknowledged answer requests nothing; any other is rejected by its type', () => {
    expect(turns.request({ type: 'response.processed' })).toBeUndefined()
    const refused = () => turns.request({ type: 'session.update' })
    expect(refused).toThrow(AdapterError)
    expect(refused).toThrow(expect.objectContaining({ code: 'wrong-type', path: '/type' }))
  })
})

describe('a turn', () => {
  test('is kept only where the provider keeps none', () => {
    expect(turns.kept(request({ input: 'Hi.' }), { output: [said] })).toBeUndefined()
    const kept = turns.kept(request({ input: 'Hi.', store: false }), { output: [said] })
    expect(kept).toEqual({ after: undefined, items: [user, said] })
  })

  test('without a requested answer is kept, with the id of the previous response', () => {
    const kept = turns.kept(request({ input: [user], generate: false, previous_response_id: 'resp_1' }), {})
    expect(kept).toEqual({ after: 'resp_1', items: [user] })
    expect(turns.kept(request({ store: false }), { output: 'none' })).toEqual({ after: undefined, items: [] })
  })

  test('precedes its continuation', () => {
    const next = { model: 'm', input: 'Hi.', previous_response_id: 'resp_2' }
    expect(turns.continued(next, { after: undefined, items: [said] })).toEqual({
      model: 'm',
      input: [said, user],
    })
    expect(turns.continued(next, { after: 'resp_1', items: [said] })).toEqual({
      model: 'm',
      input: [said, user],
      previous_response_id: 'resp_1',
    })
  })
})

describe('an event', () => {
  test.each([
    ['response.completed', 'done'],
    ['response.incomplete', 'done'],
    ['response.failed', 'failed'],
  ])('%s ends a turn as %s', (type, end) => {
    expect(turns.answerIn({ type, response: { id: 'r' } })).toEqual({ answer: { id: 'r' }, end })
  })

  test('may hold an answer without ending it, or none', () => {
    expect(turns.answerIn({ type: 'response.created', response: { id: 'r' } })).toEqual({
      answer: { id: 'r' },
    })
    expect(turns.answerIn({ type: 'response.output_text.delta', delta: 'x' })).toBeUndefined()
  })

  test('with an answer names the one before it', () => {
    expect(turns.told({ type: 't', response: { id: 'b', previous_response_id: null } }, 'a')).toEqual({
      type: 't',
      response: { id: 'b', previous_response_id: 'a' },
    })
    expect(turns.told({ type: 't', delta: 'x' }, 'a')).toEqual({ type: 't', delta: 'x' })
  })

  test('of a failure has the error of the body, or a default error', () => {
    const error = { type: 'invalid_request_error', message: 'No.' }
    expect(turns.failure(400, { error })).toEqual({ type: 'error', status: 400, error })
    const unknown = { type: 'error', status: 502, error: { type: 'server_error', message: '' } }
    expect(turns.failure(502, 'Bad gateway')).toEqual(unknown)
    expect(turns.failure(502, { error: 'Bad gateway' })).toEqual(unknown)
  })
})
