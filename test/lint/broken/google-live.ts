import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

const frames = (...clientEvents: JsonValue[]): JsonObject => ({ clientEvents })
const setup = (more: JsonObject = {}) => ({ setup: { model: 'models/m', ...more } })
const declared = (more: JsonObject) => setup({ tools: [{ functionDeclarations: [{ name: 'f', ...more }] }] })
const turns = (...turns: JsonValue[]) => ({ clientContent: { turns, turnComplete: true } })
const said = (...parts: JsonValue[]) => turns({ role: 'user', parts })
const answered = (...functionResponses: JsonValue[]) => ({ toolResponse: { functionResponses } })
const response = { id: 'a', name: 'f', response: { output: 'ok' } }

/** For each rule a request that breaks it. Rule ids are without the name of the wire. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject])[] = [
  ['OUT-01', frames(setup(), answered({ id: 'a', name: 'f', response: 'ok' }))],
  ['ID-01', frames(setup(), answered(response), answered(response))],
  ['NAME-01', frames(setup(), answered({ id: 'a', response: {} }))],
  ['NAME-02', frames(declared({ name: 'a b' }))],
  ['PAIR-01', frames(setup(), said({ functionCall: { id: 'a', name: 'f', args: {} } }))],
  ['FLOW-01', frames(setup(), setup())],
  ['FLOW-02', frames(setup(), { functionResponse: response })],
  ['FIELD-01', frames(setup({ generationConfig: { responseModalities: ['TEXT', 'AUDIO'] } }))],
  ['TOOLS-01', frames(setup({ toolConfig: {} }))],
  ['TOOLS-02', frames(declared({}), answered({ ...response, scheduling: 'SILENT' }))],
  ['SCHEMA-01', frames(declared({ parameters: { type: 'OBJECT', oneOf: [] } }))],
  ['SCHEMA-02', frames(declared({ parametersJsonSchema: { type: 'object' } }))],
  ['SHAPE-01', frames(setup(), said({ type: 'tool_result' }))],
  ['SHAPE-02', frames(setup(), turns({ role: 'user', parts: [], tool_calls: [] }))],
  ['SHAPE-03', { clientEvents: [], contents: [] }],
  ['SHAPE-05', frames(declared({ input_schema: {} }))],
  ['SHAPE-04', frames(setup(), said({ text: `data:image/png;base64,${'iVBORw0KGgo'.repeat(2000)}` }))],
]
