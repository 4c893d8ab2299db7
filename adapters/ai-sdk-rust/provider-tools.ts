import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { define, equalJson, without } from '../../src/base/json/write-json.js'
import type { ProviderTool } from '../../src/base/model/types.js'
import { PACKAGES, type ToolPackage } from './packages.js'

/** Name and native definition of a provider's tool. */
type Written = Pick<ProviderTool, 'name' | 'value'>

/** A tool in the crate's form, without the prefix of its id. */
interface CrateTool {
  readonly type: string
  readonly name: string
  readonly args: JsonObject
}

function write({ fields }: ToolPackage, { type, name, args }: CrateTool): Written {
  if (fields === undefined) return { name: camel(type), value: args }
  const own = fields.map((field) => [field, { type, name }[field]])
  return { name, value: { ...respelled(args, snake), ...Object.fromEntries(own) } }
}

function read({ fields }: ToolPackage, { name, value }: Written): CrateTool | undefined {
  if (!isObject(value)) return undefined
  if (fields === undefined) return { type: snake(name), name: snake(name), args: value }
  if (typeof value.type !== 'string') return undefined
  return { type: value.type, name, args: respelled(without(value, ...fields), camel) }
}

/**
 * Decodes the provider's own tool: `anthropic.web_search_20250305` with `{maxUses: 2}` is Claude's `{type:
 * 'web_search_20250305', name, max_uses: 2}`. Returns undefined for an unknown provider, and if encoding
 * would not restore the input.
 */
export function toolOfProvider(native: JsonObject, name: string): ProviderTool | undefined {
  const [, owner = '', type = ''] = ID.exec(stringOr(native.id, '')) ?? []
  const provider = Object.hasOwn(PACKAGES, owner) ? PACKAGES[owner] : undefined
  if (provider === undefined || !isObject(native.args)) return undefined
  const written = write(provider, { type, name, args: native.args })
  const kind = provider.kindOf(provider.fields === undefined ? written.name : type)
  const tool = { type: 'provider' as const, wire: provider.wire, kind, ...written }
  return equalJson(definedTool(tool), native) ? tool : undefined
}

const ID = /^([a-z]+)\.(\w+)$/

/**
 * Returns the crate's form of a provider tool. Returns undefined for unknown tools, and if decoding would not
 * restore the tool.
 */
export function definedTool(tool: ProviderTool): JsonObject | undefined {
  const [owner, provider] = Object.entries(PACKAGES).find(([, { wire }]) => wire === tool.wire) ?? []
  const own = provider && read(provider, tool)
  if (provider === undefined || own === undefined) return undefined
  const { type, name, args } = own
  const isSame = equalJson({ ...write(provider, own) }, { name: tool.name, value: tool.value })
  return isSame ? { type: 'providerdefined', id: `${owner}.${type}`, name, args } : undefined
}

/** Converts the keys of the object to another case, at any depth. */
function respelled(object: JsonObject, spell: (key: string) => string): JsonObject {
  const spelled: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(object)) define(spelled, spell(key), respelledValue(value, spell))
  return spelled
}

function respelledValue(value: JsonValue, spell: (key: string) => string): JsonValue {
  if (isArray(value)) return value.map((item) => respelledValue(item, spell))
  return isObject(value) ? respelled(value, spell) : value
}

function snake(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function camel(key: string): string {
  return key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
