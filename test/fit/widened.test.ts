import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { ModelResponse, ToolCall } from '../../src/base/model/types.js'
import { fit } from '../../src/translate/fit/fit.js'
import { createRestore, restoreResponse } from '../../src/translate/fit/restore.js'
import { adapterOf } from '../support/adapters.js'
import { stored } from '../support/values.js'

const NAME = 'find.in a place'
const parameters: JsonObject = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    note: { type: ['string', 'null'] },
    stops: { type: 'array', items: { $ref: '#/$defs/stop' } },
  },
  required: ['city'],
  $defs: { stop: { type: 'object', properties: { at: { type: 'string' }, next: { $ref: '#/$defs/stop' } } } },
}
const { codecs } = adapterOf('openai-chat').adapter
const fitted = fit(
  { messages: [], tools: [{ type: 'function', name: NAME, parameters, strict: true }] },
  codecs,
)
const [tool] = fitted.conversation.tools ?? []
const given = { city: 'Oslo', days: null, note: null, stops: [{ at: 'x', next: { at: null, next: null } }] }
const wanted = { city: 'Oslo', note: null, stops: [{ at: 'x', next: {} }] }
const call: ToolCall = {
  type: 'tool-call',
  id: 'call_1',
  name: tool?.name ?? '',
  kind: 'function',
  status: 'complete',
  arguments: given,
  rawArguments: JSON.stringify(given),
  providerExecuted: false,
}

test('a strict tool keeps the mode, and null of an optional member is removed again', () => {
  expect(tool).toMatchObject({ strict: true })
  const response: ModelResponse = {
    message: { role: 'assistant', parts: [call] },
    finish: { reason: 'tool-calls' },
  }
  // The data needed for restoring can be stored.
  const restored = restoreResponse(response, stored(fitted))
  expect(restored.message.parts).toEqual([
    { ...call, name: NAME, arguments: wanted, rawArguments: JSON.stringify(wanted) },
  ])
})

test('the same in a stream: the input is emitted when it is complete', () => {
  const { id, name, kind, providerExecuted } = call
  const step = createRestore(fitted)
  const events: StreamEvent[] = [
    { type: 'tool-input-start', id, name, kind, providerExecuted },
    { type: 'tool-input-delta', id, delta: '{"city":"Oslo","days":nu' },
    { type: 'tool-input-delta', id, delta: JSON.stringify(given).slice(24) },
    { type: 'tool-input-end', id },
    { type: 'tool-call', call },
  ]
  const told = [...events.flatMap((event) => step.push(event)), ...step.finish()]
  expect(told.map(({ type }) => type)).toEqual([
    'tool-input-start',
    'tool-input-delta',
    'tool-input-end',
    'tool-call',
  ])
  expect(told[0]).toMatchObject({ name: NAME })
  expect(told[1]).toMatchObject({ delta: JSON.stringify(wanted) })
  expect(told[3]).toMatchObject({ call: { arguments: wanted } })
})

test('an incomplete call, and one of a tool that was not widened, are unchanged', () => {
  const { arguments: _arguments, status: _status, ...head } = call
  const truncated: ToolCall = { ...head, kind: 'function', status: 'truncated', rawArguments: '{"days":null' }
  const parts = [truncated, { ...call, name: 'other' }]
  const response: ModelResponse = { message: { role: 'assistant', parts }, finish: { reason: 'tool-calls' } }
  const [first, second] = restoreResponse(response, fitted).message.parts
  expect(first).toMatchObject({ status: 'truncated', rawArguments: '{"days":null' })
  expect(second).toBe(parts[1])
})
