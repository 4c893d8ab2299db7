import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

/** Fields of `Step`. */
const STEP = [
  'step_index',
  'trajectory_id',
  'cascade_id',
  'content_delta',
  'thinking_delta',
  'usage_metadata',
]

export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    [
      0.97,
      'calls with args and canonical_path, events TextChunk, ThoughtChunk, outcomes Ok and Err',
      ({ messages }) => objectsIn(messages).some(isOwnEntry),
    ],
    [
      0.95,
      'tools with parameter_schema',
      ({ tools }) => objectsIn(tools).some(({ parameter_schema: schema }) => isObject(schema)),
    ],
    [
      0.85,
      'calls of name and args, and results with result and error',
      ({ messages }) => isArray(messages) && messages.length > 0 && objectsIn(messages).some(isPlainEntry),
    ],
  ],
  response: [
    [
      0.95,
      'a step, with its thinking and its calls',
      (body) =>
        isArray(body.tool_calls) &&
        objectsIn(body.tool_calls).every((call) => 'args' in call && !('type' in call)) &&
        typeof body.content === 'string' &&
        ('thinking' in body || STEP.some((field) => field in body)),
    ],
    [0.8, 'a call with args and canonical_path', isOwnEntry],
  ],
  'history-piece': [
    [
      0.9,
      'the result of a tool, with its outcome',
      (entry) => isOwnEntry(entry) && !isOwnCall(entry) && entry.ToolCall === undefined,
    ],
  ],
})

function isOwnCall({ name, args, canonical_path: path }: JsonObject): boolean {
  return typeof name === 'string' && args !== undefined && path !== undefined
}

function isOwnEntry(entry: JsonObject): boolean {
  const { ToolCall: call, ToolResult: result, result: outcome, name } = entry
  if (isObject(call) && 'args' in call) return true
  if (isObject(result) && 'result' in result && 'error' in result) return true
  if (typeof entry.TextChunk === 'string' || typeof entry.ThoughtChunk === 'string') return true
  if (typeof name === 'string' && isObject(outcome) && (isObject(outcome.Ok) || isObject(outcome.Err)))
    return true
  return isOwnCall(entry)
}

function isPlainEntry({ name, args, id, result, error, role, type }: JsonObject): boolean {
  if (typeof name !== 'string' || id === undefined || role !== undefined || type !== undefined) return false
  return args !== undefined || (result !== undefined && error !== undefined)
}
