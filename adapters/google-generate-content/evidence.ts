import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'
import { unwrap } from './response.js'

const REQUEST_FIELDS = [
  'systemInstruction',
  'system_instruction',
  'generationConfig',
  'generation_config',
  'safetySettings',
  'safety_settings',
  'toolConfig',
  'tool_config',
]

/** Only this wire has `contents` with `parts`, or `candidates` with a `content`. */
export const evidence = /* @__PURE__ */ evidenceOf({
  answer: [
    [0.98, 'candidates', (body) => isArray(unwrap(body).candidates)],
    [
      0.95,
      'promptFeedback',
      (body) => fieldOf(unwrap(body), 'promptFeedback', 'prompt_feedback') !== undefined,
    ],
    [0.9, 'usageMetadata, and no field of another message format', (body) => isUsage(unwrap(body))],
    // A weak sign: the OpenAI-compatible endpoint has the same error format.
    [0.4, 'an error in the form of Google APIs', (body) => isGoogleError(unwrap(body).error)],
  ],
  request: [
    [
      0.99,
      'contents with parts',
      ({ contents }) => (isArray(contents) ? contents : [contents]).some(isContent),
    ],
    [
      0.9,
      'contents with settings of generateContent',
      ({ contents, config, ...settings }) =>
        contents !== undefined && (isObject(config) || REQUEST_FIELDS.some((field) => field in settings)),
    ],
    [0.5, 'contents', ({ contents }) => contents !== undefined],
  ],
  'answer-piece': [
    [0.95, 'a part functionCall, executableCode …', (piece) => partsIn(piece).some(hasOne(OWN_CALLS))],
    [0.5, 'name and args, and no type', isBareCall],
  ],
  'history-piece': [
    [0.95, 'a part functionResponse', (piece) => partsIn(piece).some(hasOne(OWN_RESULTS))],
    [0.9, 'a role model, and parts without a type', isOwnContent],
  ],
})

function fieldOf(body: JsonObject, camelCase: string, snakeCase: string): JsonValue | undefined {
  return body[camelCase] ?? body[snakeCase]
}

function isContent(content: JsonValue | undefined): boolean {
  return isObject(content) && isArray(content.parts)
}

function isOwnContent({ role, parts }: JsonObject): boolean {
  const own = objectsIn(parts)
  return role === 'model' && own.length > 0 && own.every(({ type }) => type === undefined)
}

function isGoogleError(error: JsonValue | undefined): boolean {
  return isObject(error) && typeof error.code === 'number' && /^[A-Z_]+$/.test(stringOr(error.status, ''))
}

/** Fields of messages of the Live API, which uses the same names for token counts. */
const LIVE_FIELDS =
  /^(setup_?complete|server_?content|tool_?call(_?cancellation)?|go_?away|session_?resumption_?update|voice_?activity(_?detection_?signal)?)$/i

function isUsage(body: JsonObject): boolean {
  const counts = fieldOf(body, 'usageMetadata', 'usage_metadata')
  if (!isObject(counts) || fieldOf(counts, 'promptTokenCount', 'prompt_token_count') === undefined)
    return false
  return !Object.keys(body).some((field) => LIVE_FIELDS.test(field))
}

const OWN_CALLS = ['functionCall', 'function_call', 'executableCode', 'executable_code', 'toolCall']
const OWN_RESULTS = ['functionResponse', 'function_response']

/** Returns the part itself, and the parts of a Content or a candidate. */
function partsIn(piece: JsonObject): readonly JsonObject[] {
  return [piece, ...objectsIn(objectIn(piece.content ?? piece).parts)]
}

/**
 * Members by which messages and requests of other wires are excluded, which can also have a member of a
 * part's name.
 */
const NO_PART = ['role', 'messages']

/** Excludes calls of other wires, which are text or have arguments as text. */
function hasOne(names: readonly string[]): (part: JsonObject) => boolean {
  return (part) =>
    !NO_PART.some((name) => name in part) &&
    names.some((name) => isObject(part[name]) && !hasTextArguments(part[name]))
}

function hasTextArguments(call: JsonValue | undefined): boolean {
  return isObject(call) && (call.arguments !== undefined || call.functionCalls !== undefined)
}

/** Returns true for a call in the form that the official client lists. LangChain's calls have a type. */
function isBareCall({ name, args, id = '', ...others }: JsonObject): boolean {
  const isNamed = typeof name === 'string' && typeof id === 'string'
  return isNamed && isObject(args) && !NO_CALL.some((field) => field in others)
}

const NO_CALL = ['type', 'arguments', 'input', 'function', 'role', 'result', 'output', 'error']
