import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

const events = (...clientEvents: JsonValue[]): JsonObject => ({ clientEvents })
const item = (item: JsonObject) => ({ type: 'conversation.item.create', item })
const said = (role: string, ...content: JsonValue[]) => item({ type: 'message', role, content })
const call = (call_id: string, more: JsonObject = {}) =>
  item({ type: 'function_call', call_id, name: 'f', arguments: '{}', ...more })
const output = (call_id: string, more: JsonObject = {}) =>
  item({ type: 'function_call_output', call_id, output: 'ok', ...more })
const session = (session: JsonObject) => ({
  type: 'session.update',
  session: { type: 'realtime', ...session },
})
const ask = { type: 'response.create' }
const long = 'a'.repeat(40)
const text = (type: string) => ({ type, text: 'Hi' })

/** For each rule a request that breaks it. Rule ids are without the name of the wire. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject])[] = [
  ['ID-01', events(item({ id: long, type: 'message', role: 'user', content: [text('input_text')] }))],
  ['ID-02', events(call(long), output(long))],
  ['ID-03', events(call('a', { id: 'item_1' }), output('a', { id: 'item_1' }))],
  ['PAIR-01', events(output('a'), ask)],
  ['PAIR-02', events(call('a'), ask)],
  ['OUT-01', events(call('a'), output('a', { output: {} }))],
  ['ARG-01', events(call('a', { arguments: { city: 'Oslo' } }), output('a'))],
  ['ITEM-02', events(said('assistant', { type: 'output_audio', transcript: 'Hi' }))],
  ['ITEM-02', events(item({ type: 'item_reference', id: 'item_1' }))],
  ['CONTENT-01', events(said('assistant', text('input_text')))],
  ['CONTENT-01', events(said('user', text('text')))],
  ['MEDIA-01', events(said('user', { type: 'input_image', image_url: 'https://example.com/a.png' }))],
  ['MCP-01', events(item({ type: 'mcp_approval_response', approval_request_id: 'r', approve: true }))],
  ['NAME-01', events(session({ tools: [{ type: 'function', name: 'a b' }] }))],
  ['TOOLS-01', events(session({ tools: [{ type: 'function', name: 'f', strict: true }] }))],
  ['FIELD-01', events({ type: 'session.update', session: { instructions: 'Hi' } })],
  ['FIELD-01', events(session({ modalities: ['text'] }))],
  ['FIELD-02', events(session({ output_modalities: ['text', 'audio'] }))],
  ['FLOW-01', events(said('user', text('input_text')), ask, ask)],
  ['AUDIO-01', events({ type: 'input_audio_buffer.commit' })],
  ['STREAM-01', events({ type: 'input_audio_buffer.append', audio: 'A'.repeat(21 * 1024 * 1024) })],
  ['SHAPE-01', events(said('user', { type: 'tool_result', tool_use_id: 'a' }))],
  ['SHAPE-02', events(item({ role: 'assistant', content: [], tool_calls: [] }))],
  ['SHAPE-03', { clientEvents: [], messages: [] }],
  ['SHAPE-05', events(session({ tools: [{ type: 'function', name: 'f', input_schema: {} }] }))],
  [
    'SHAPE-04',
    events(said('user', { type: 'input_text', text: `data:image/png;base64,${'iVBORw0KGgo'.repeat(2000)}` })),
  ],
]
