import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asNative, isArray, isObject, stringOr } from '../../base/json/read-json.js'
import { compact, without } from '../../base/json/write-json.js'
import { decodeArgumentText, decodeArgumentValue } from '../../base/model/arguments.js'
import { part as canonicalPart, toolOutput } from '../../base/model/canonical.js'
import { createContext } from '../../base/model/context.js'
import type { ValueForm } from '../../base/model/description.js'
import { expectForm } from '../../base/model/form.js'
import { mediaKindOf } from '../../base/model/media-kind.js'
import type {
  MediaPart,
  Part,
  ResultPart,
  TextPart,
  ToolCall,
  ToolOutput,
  ToolResult,
} from '../../base/model/types.js'

/** The member names of a part, by kind. */
type PartRow =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: string }
  | { readonly kind: 'result'; readonly id: string; readonly output: string; readonly error?: string }
  | { readonly kind: 'media'; readonly url?: string; readonly data?: string; readonly type?: string }

/**
 * Parts by their `type`. The value is read from the field with the name of the type, or else from the part
 * itself.
 */
const BY_TYPE: Readonly<Record<string, PartRow>> = {
  text: { kind: 'text', text: 'text' },
  input_text: { kind: 'text', text: 'text' },
  output_text: { kind: 'text', text: 'text' },
  tool_use: { kind: 'call', id: 'id', name: 'name', input: 'input' },
  function_call: { kind: 'call', id: 'call_id', name: 'name', input: 'arguments' },
  function: { kind: 'call', id: 'id', name: 'name', input: 'arguments' },
  'tool-call': { kind: 'call', id: 'toolCallId', name: 'toolName', input: 'input' },
  tool_result: { kind: 'result', id: 'tool_use_id', output: 'content', error: 'is_error' },
  function_call_output: { kind: 'result', id: 'call_id', output: 'output' },
  'tool-result': { kind: 'result', id: 'toolCallId', output: 'output' },
  image_url: { kind: 'media', url: 'url' },
  input_image: { kind: 'media', url: 'image_url' },
  image: { kind: 'media', url: 'url', data: 'data', type: 'media_type' },
}

/** Parts without a type, by the name of their only field. */
const BY_FIELD: Readonly<Record<string, PartRow>> = {
  text: { kind: 'text', text: 'text' },
  function: { kind: 'call', id: 'id', name: 'name', input: 'arguments' },
  functionCall: { kind: 'call', id: 'id', name: 'name', input: 'args' },
  toolUse: { kind: 'call', id: 'toolUseId', name: 'name', input: 'input' },
  functionResponse: { kind: 'result', id: 'id', output: 'response' },
  toolResult: { kind: 'result', id: 'toolUseId', output: 'content', error: 'status' },
  inlineData: { kind: 'media', data: 'data', type: 'mimeType' },
  image: { kind: 'media', data: 'bytes', type: 'format' },
}

/** Members that have no meaning on another wire. A part with any other member is not decoded. */
const PASSED_OVER: readonly string[] = [
  ...['type', 'cache_control', 'thoughtSignature', 'annotations', 'logprobs', 'detail', 'status', 'index'],
]

/**
 * Converts a part of another format into a canonical part; undefined for a part that is unknown or has
 * unknown members. A call or result without an id gets an empty one.
 */
export function readForeignPart(part: JsonObject): Part | undefined {
  if (isOfForm(part, canonicalPart.form)) return asNative<Part>(part)
  const type = stringOr(part.type, '')
  if (Object.hasOwn(BY_TYPE, type)) return readAs(type, part, BY_TYPE[type])
  const field = Object.keys(part).find((key) => Object.hasOwn(BY_FIELD, key))
  return field === undefined ? undefined : readAs(field, part, BY_FIELD[field])
}

function readAs(word: string, part: JsonObject, row: PartRow | undefined): Part | undefined {
  if (row === undefined) return undefined
  const inner = part[word]
  // Some formats represent an image as its bare URL.
  if (typeof inner === 'string' && row.kind === 'media') return readRow({ url: inner }, row)
  const members = isObject(inner) ? { ...without(part, word), ...inner } : part
  // Some formats put the source of data into a separate object.
  return readRow(
    isObject(members.source) ? { ...without(members, 'source'), ...members.source } : members,
    row,
  )
}

/** Returns true if a value matches the canonical form. */
export function isOfForm(value: JsonValue, form: ValueForm): boolean {
  return 'value' in attempt(() => expectForm(value, form, ''))
}

function readRow(members: JsonObject, row: PartRow): Part | undefined {
  const known: readonly unknown[] = [...Object.values(row), ...PASSED_OVER]
  // Item ids are valid only on their own wire. The name of a result is the name of its call.
  const more = row.kind === 'call' || row.kind === 'result' ? ['id', 'name', 'toolName'] : []
  if (Object.keys(members).some((key) => !known.includes(key) && !more.includes(key))) return undefined
  switch (row.kind) {
    case 'text':
      return readText(members[row.text])
    case 'call':
      return readCall(members[row.id], members[row.name], members[row.input])
    case 'result':
      return readResult(members, row)
    default:
      return readMedia(members, row)
  }
}

function readText(text: JsonValue | undefined): TextPart | undefined {
  return typeof text === 'string' ? { type: 'text', text } : undefined
}

function readCall(id: JsonValue = '', name: JsonValue = '', input: JsonValue = {}): ToolCall | undefined {
  if (typeof id !== 'string' || typeof name !== 'string' || name === '') return undefined
  const context = createContext('lint')
  const decoded =
    typeof input === 'string'
      ? decodeArgumentText(input, false, context)
      : decodeArgumentValue(input, context)
  return { type: 'tool-call', kind: 'function', id, name, providerExecuted: false, ...decoded }
}

function readResult(
  members: JsonObject,
  { id: idKey, output: outputKey, error = '' }: Extract<PartRow, { kind: 'result' }>,
): ToolResult | undefined {
  const { [idKey]: id = '', name = '', [outputKey]: given = '', [error]: mark } = members
  const { said, isFailure } = unwrapped(given)
  const isError = mark === true || mark === 'error' || isFailure
  const output = readOutput(said, isError)
  if (typeof id !== 'string' || typeof name !== 'string' || output === undefined) return undefined
  return { type: 'tool-result', callId: id, name, output, isError, providerExecuted: false }
}

/** Returns the output or the error in an object with one member, which some formats require for results. */
function unwrapped(given: JsonValue) {
  if (!isObject(given) || Object.keys(given).length !== 1) return { said: given, isFailure: false }
  const { output, error } = given
  return { said: output ?? error ?? given, isFailure: error !== undefined }
}

/** Reads the output of a result: a text, a list of parts, or JSON. */
export function readOutput(said: JsonValue, isError: boolean): ToolOutput | undefined {
  if (typeof said === 'string') return { type: isError ? 'error-text' : 'text', value: said }
  if (isOfForm(said, toolOutput.form)) return asNative<ToolOutput>(said)
  if (!isArray(said)) return { type: isError ? 'error-json' : 'json', value: said }
  const [only] = said
  if (said.length === 1 && isObject(only) && Object.keys(only).length === 1 && only.json !== undefined)
    return readOutput(only.json, isError)
  const parts = said.map((item) => (isObject(item) ? readForeignPart(item) : undefined))
  const value = parts.filter((part): part is ResultPart => part?.type === 'text' || part?.type === 'media')
  if (value.length < said.length) return undefined
  return { type: 'content', value }
}

const DATA_URL = /^data:([^;,]+);base64,(.*)$/s

function readMedia(
  members: JsonObject,
  { url: urlKey = '', data: dataKey = '', type = '' }: Extract<PartRow, { kind: 'media' }>,
): MediaPart | undefined {
  const { [urlKey]: url, [dataKey]: bare, [type]: named } = members
  const [, ofUrl, dataOfUrl] = (typeof url === 'string' && DATA_URL.exec(url)) || []
  const data = stringOr(bare, dataOfUrl)
  // A media type without a slash, such as `png`, is an image type.
  const mediaType =
    typeof named === 'string' && !named.includes('/') ? `image/${named}` : stringOr(named, ofUrl)
  if (data !== undefined)
    return compact({
      ...{ type: 'media' as const, kind: mediaKindOf(mediaType), mediaType },
      source: { type: 'data' as const, data },
    })
  return typeof url === 'string' ? { type: 'media', kind: 'image', source: { type: 'url', url } } : undefined
}
