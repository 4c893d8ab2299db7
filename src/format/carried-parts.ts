import { asNative, at, expectArray, expectObject, expectString, isObject, wrongType } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { MEDIA_KINDS, TOOL_CALL_STATUSES, TOOL_KINDS } from '../model/constants.js'
import type { Part, ToolOutput } from '../model/types.js'
import { type FieldType, isRead } from '../shape/fields.js'

type Rows = Readonly<Record<string, FieldType | readonly string[]>>

/** What has to be there, by the type of the part; and what has to be of this type where it is there. */
const REQUIRED: Readonly<Record<string, Rows>> = {
  text: { text: 'string' },
  reasoning: { text: 'string' },
  'tool-call': {
    id: 'string',
    name: 'string',
    kind: TOOL_KINDS,
    status: TOOL_CALL_STATUSES,
    providerExecuted: 'boolean',
  },
  'tool-result': {
    callId: 'string',
    name: 'string',
    output: 'object',
    isError: 'boolean',
    providerExecuted: 'boolean',
  },
  media: { kind: MEDIA_KINDS, source: 'object' },
  source: {},
  opaque: { wire: 'string' },
}
const OPTIONAL: Rows = {
  providerMetadata: 'object',
  cache: 'object',
  answers: 'object',
  rawArguments: 'string',
  namespace: 'string',
  mediaType: 'string',
  filename: 'string',
  url: 'string',
  title: 'string',
}
const SOURCES: Readonly<Record<string, Rows>> = {
  data: { data: 'string' },
  url: { url: 'string' },
  'file-id': { id: 'string' },
  text: { text: 'string' },
}
const OUTPUTS: Readonly<Record<string, Rows>> = {
  text: { value: 'string' },
  json: {},
  content: { value: 'array' },
  'error-text': { value: 'string' },
  'error-json': {},
  denied: {},
}

/**
 * Canonical parts out of a slot of a format: what the format has no parts of its own for. They come from outside.
 * @throws AdapterError with the path of the first member that is not canonical.
 */
export function carriedParts(value: JsonValue | undefined, path: string): Part[] {
  return expectArray(value ?? [], path).map((part, index) => carriedPart(part, at(path, index)))
}

/**
 * One canonical part out of a slot.
 * @throws AdapterError as `carriedParts`.
 */
export function carriedPart(value: JsonValue, path: string): Part {
  const part = expectShape(value, REQUIRED, path)
  expectMembers(part, OPTIONAL, path, true)
  for (const [wire, own] of Object.entries(isObject(part.providerMetadata) ? part.providerMetadata : {}))
    expectObject(own, at(`${path}/providerMetadata`, wire))
  if (part.type === 'media') expectShape(part.source, SOURCES, `${path}/source`)
  if (part.type === 'tool-result') carriedOutput(part.output, `${path}/output`)
  if (part.type === 'tool-call' && part.status === 'complete') expectArguments(part, path)
  return asNative<Part>(part)
}

/** The output of a result, which a slot may hold by itself. @throws AdapterError as `carriedParts`. */
export function carriedOutput(value: JsonValue | undefined, path: string): ToolOutput {
  const output = expectShape(value, OUTPUTS, path)
  if (output.type === 'content') carriedParts(output.value, `${path}/value`)
  return asNative<ToolOutput>(output)
}

function expectArguments({ kind, arguments: value }: JsonObject, path: string): void {
  if (kind === 'custom') expectString(value, `${path}/arguments`)
  else expectObject(value, `${path}/arguments`)
}

function expectShape(
  value: JsonValue | undefined,
  shapes: Readonly<Record<string, Rows>>,
  path: string,
): JsonObject {
  const object = expectObject(value, path)
  const type = expectString(object.type, `${path}/type`)
  const rows = Object.hasOwn(shapes, type) ? shapes[type] : undefined
  if (rows === undefined) throw wrongType(`one of ${Object.keys(shapes).join(', ')}`, type, `${path}/type`)
  expectMembers(object, rows, path)
  return object
}

function expectMembers(object: JsonObject, rows: Rows, path: string, areOptional = false): void {
  for (const [name, row] of Object.entries(rows)) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined
    if (value === undefined && areOptional) continue
    const isRight = typeof row === 'string' ? isRead(value, row) : row.some((word) => word === value)
    if (!isRight)
      throw wrongType(
        typeof row === 'string' ? `a value of type ${row}` : `one of ${row.join(', ')}`,
        value,
        at(path, name),
      )
  }
}
