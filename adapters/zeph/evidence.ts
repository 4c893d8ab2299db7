import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

const OUTPUT = ['blocks_executed', 'filter_stats', 'claim_source', 'raw_response', 'terminal_id']

export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    [
      1,
      'calls with tool_id and params, outputs with tool_name and summary',
      ({ messages }) => objectsIn(messages).some((entry) => isCall(entry) || isOutput(entry)),
    ],
    [
      0.95,
      'tools with id, schema and invocation',
      ({ tools }) =>
        objectsIn(tools).some(
          ({ id, schema, invocation }) =>
            typeof id === 'string' && isObject(schema) && invocation !== undefined,
        ),
    ],
  ],
  response: [
    [
      0.95,
      'a call with tool_id and params',
      ({ tool_id: id, params }) => typeof id === 'string' && params !== undefined,
    ],
    [
      0.8,
      'a text and calls of id, name and input',
      (body) =>
        'text' in body &&
        !('type' in body) &&
        isArray(body.tool_calls) &&
        body.tool_calls.length > 0 &&
        objectsIn(body.tool_calls).every(
          ({ name, input, type }) => typeof name === 'string' && input !== undefined && type === undefined,
        ),
    ],
  ],
  'history-piece': [[0.9, 'the output of a tool', isOutput]],
})

function isCall({ tool_id: id, params }: JsonObject): boolean {
  return typeof id === 'string' && isObject(params)
}

function isOutput({ tool_name: name, summary, error, ...others }: JsonObject): boolean {
  if (typeof name !== 'string') return false
  if (typeof summary === 'string') return OUTPUT.some((field) => field in others)
  return isObject(error) && 'category' in error && 'retryable' in error
}
