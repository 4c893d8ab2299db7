import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { FunctionTool, ProviderMetadata } from '../../src/base/model/types.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  type FieldsOf,
  metadataFor,
  withExtras,
} from '../../src/codec/shape/fields.js'

const FIELDS: FieldsOf<FunctionTool> = {
  kind: 'text',
  about: ['string', 'description'],
  schema: ['object', 'parameters'],
  strict: ['boolean', 'strict'],
}
const WIRE = { wire: 'plain' }

interface Tool extends Partial<FunctionTool> {
  readonly providerMetadata?: ProviderMetadata
}

function decode(native: JsonObject): Tool {
  const absent = absentFields(native, FIELDS, ['strict'])
  const providerMetadata = metadataFor(native, FIELDS, WIRE, { absent })
  return { ...decodeFields<FunctionTool>(native, FIELDS), ...(providerMetadata && { providerMetadata }) }
}

function encode(tool: Tool): JsonObject {
  const fresh = encodeFields<Partial<FunctionTool>>(tool, FIELDS)
  return withExtras({ kind: 'tool', ...fresh }, metadataOf(tool, WIRE), { strict: false })
}

const TOOL = { kind: 'tool', about: 'looks', schema: { type: 'object' }, strict: true }

test('a field of its type is the canonical member of another name, and nothing is kept of it', () => {
  expect(decode(TOOL)).toEqual({ description: 'looks', parameters: { type: 'object' }, strict: true })
  expect(encode(decode(TOOL))).toEqual(TOOL)
})

describe('unread members are unchanged', () => {
  test.each<[string, JsonObject]>([
    ['an unknown field', { more: [1] }],
    ['a text field with another type', { about: 7 }],
    ['null', { about: null }],
    ['an object that is a list', { schema: [] }],
    ['a switch that is a word', { strict: 'yes' }],
  ])('%s', (_, fields) => {
    const native = { ...TOOL, ...fields }
    expect(metadataOf(decode(native), WIRE)?.extra).toEqual(fields)
    expect(decode(native)).not.toMatchObject(fields)
    expect(encode(decode(native))).toEqual(native)
  })

  test('until the canonical value has a value there', () => {
    expect(encode({ ...decode({ ...TOOL, about: 7 }), description: 'sees' })).toMatchObject({ about: 'sees' })
  })
})

test('an absent member gets no default, unless the tool is of another wire', () => {
  const { strict: _, ...native } = TOOL
  expect(encode(decode(native))).toEqual(native)
  expect(encode({ description: 'looks' })).toEqual({ kind: 'tool', about: 'looks', strict: false })
  expect(encode({ ...decode(native), strict: true })).toMatchObject({ strict: true })
})
