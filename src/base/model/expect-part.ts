import { AdapterError } from '../json/adapter-error.js'
import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray, isObject } from '../json/read-json.js'
import { MEDIA_KINDS } from './constants.js'
import type { MediaContent, Part } from './types.js'

/** Checks the members of a part that every wire reads, by the type of the part. */
export const PART_CHECKS: Readonly<Record<Part['type'], (part: JsonObject, path: string) => void>> = {
  text: (part, path) => expectText(part.text, `${path}/text`, 'the text of a part is a string'),
  reasoning: (part, path) => expectText(part.text, `${path}/text`, 'the text of a part is a string'),
  'tool-call': expectCallPart,
  'tool-result': expectResultPart,
  media: expectMediaPart,
  source: () => undefined,
  opaque: (part, path) => expectText(part.wire, `${path}/wire`, 'an opaque part names its wire'),
}

/**
 * Checks that a value is a string.
 * @param what the requirement and its fix, for the message.
 */
export function expectText(value: unknown, path: string, what: string): asserts value is string {
  if (typeof value === 'string') return
  throw new AdapterError(
    value === undefined ? 'missing-field' : 'wrong-type',
    path,
    `${what}. Got ${valueKind(value)}`,
  )
}

/** Returns the kind of a value that a program passed, for messages. */
export function valueKind(value: unknown): string {
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : typeof value
}

const CREATE_CALL = 'Create a call with toolCall(id, name, { … })'

function expectCallPart(call: JsonObject, path: string): void {
  expectText(call.id, `${path}/id`, `a call has the id that its result names. ${CREATE_CALL}`)
  expectText(call.name, `${path}/name`, `a call has the name of its tool. ${CREATE_CALL}`)
  expectText(call.status, `${path}/status`, `a call has a status, such as complete. ${CREATE_CALL}`)
  if (call.status === 'complete' && call.kind !== 'custom')
    expectArguments(call.arguments, `${path}/arguments`)
}

/**
 * Checks the arguments of a complete call.
 * @throws AdapterError for a JSON text and any other value that is not an object.
 */
export function expectArguments(value: JsonValue | undefined, path: string): void {
  if (isObject(value)) return
  const fix = typeof value === 'string' ? 'Parse the text first: JSON.parse(text)' : 'Pass {} for none'
  throw new AdapterError(
    'wrong-type',
    path,
    `the arguments of a call are an object. Got ${valueKind(value)}. ${fix}`,
  )
}

function expectResultPart(result: JsonObject, path: string): void {
  const fix = 'Create a result with toolResult(call, value)'
  expectText(result.callId, `${path}/callId`, `a result has the id of its call. ${fix}`)
  const { output } = result
  if (!isObject(output) || typeof output.type !== 'string')
    throw new AdapterError('wrong-type', `${path}/output`, `a result has an output with a type. ${fix}`)
  if (output.type !== 'content') return
  if (!isArray(output.value))
    throw new AdapterError('wrong-type', `${path}/output/value`, 'the content of a result is a list of parts')
  for (const [index, part] of output.value.entries())
    if (isObject(part) && part.type === 'media') expectMediaPart(part, `${path}/output/value/${index}`)
}

/** The member of a source of media that has its content. */
const CONTENTS: Readonly<Record<MediaContent['type'], string>> = {
  data: 'data',
  url: 'url',
  'file-id': 'id',
  text: 'text',
}
const SOURCE_FORMS =
  "the source of media is { type: 'data', data: base64 }, { type: 'url', url }, { type: 'file-id', id } or { type: 'text', text }"

function expectMediaPart({ kind, source }: JsonObject, path: string): void {
  if (typeof kind !== 'string' || !MEDIA_KINDS.some((known) => known === kind))
    throw new AdapterError('wrong-type', `${path}/kind`, `media is of kind ${MEDIA_KINDS.join(', ')}`)
  const type = isObject(source) ? source.type : undefined
  if (!isObject(source) || typeof type !== 'string' || !isSourceType(type))
    throw new AdapterError('wrong-type', `${path}/source`, `${SOURCE_FORMS}. Got ${valueKind(source)}`)
  const member = CONTENTS[type]
  const content = source[member]
  expectText(content, `${path}/source/${member}`, SOURCE_FORMS)
  if (type === 'data') expectBase64(content, `${path}/source/data`)
}

function isSourceType(type: string): type is MediaContent['type'] {
  return Object.hasOwn(CONTENTS, type)
}

/**
 * Rejects an address or a path in place of base64, which would reach the model as broken bytes.
 * @throws AdapterError with the form in which the value can be sent.
 */
function expectBase64(data: string, path: string): void {
  if (!ADDRESS.test(data.slice(0, 8)) && !FILE_NAME.test(data.slice(-6))) return
  const fix = data.startsWith('data:')
    ? "this is a data URL. Pass it as { type: 'url', url }, or only the text after its comma, with the type as mediaType"
    : /^https?:/i.test(data)
      ? "this is a URL. Pass it as { type: 'url', url }"
      : "this is a path. Encode the bytes of the file: readFileSync(path).toString('base64')"
  throw new AdapterError('wrong-type', path, `the data of media is base64; ${fix}`)
}

/** The beginning of a URL or of a path with a drive. Base64 has no colon. */
const ADDRESS = /^(?:data|https?|file|[a-z]):/i
/** The end of the name of a file. Base64 has no dot. */
const FILE_NAME = /\.[a-z\d]{2,5}$/i
