import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { define, equalJson } from '../../src/base/json/write-json.js'
import { TOOL_KINDS } from '../../src/base/model/constants.js'
import type { ProviderTool } from '../../src/base/model/types.js'

/** Name and native definition of a provider's tool. */
type Written = Pick<ProviderTool, 'name' | 'value'>

/**
 * The owner of a tool, found by the prefix of its id, and the conversion to and from that provider's form.
 */
interface ToolProvider {
  readonly wire: string
  write(type: string, name: string, args: JsonObject): Written
  read(tool: Written): { readonly type: string; readonly name: string; readonly args: JsonObject } | undefined
}

const PROVIDERS: Readonly<Record<string, ToolProvider>> = {
  anthropic: {
    wire: 'anthropic-messages',
    write: (type, name, args) => ({ name, value: { ...respelled(args, snake), type, name } }),
    read: ({ name, value }) => readTyped(name, value, ['type', 'name']),
  },
  openai: {
    wire: 'openai-responses',
    write: (type, name, args) => ({ name, value: { ...respelled(args, snake), type } }),
    read: ({ name, value }) => readTyped(name, value, ['type']),
  },
  google: {
    wire: 'google-generate-content',
    write: (type, _name, args) => ({ name: camel(type), value: args }),
    read: ({ name, value }) =>
      isObject(value) ? { type: snake(name), name: snake(name), args: value } : undefined,
  },
}

/**
 * Decodes a provider tool with a type.
 * @param own members that are not arguments.
 */
function readTyped(name: string, value: JsonValue, own: readonly string[]): ReturnType<ToolProvider['read']> {
  if (!isObject(value) || typeof value.type !== 'string') return undefined
  const args = Object.entries(value).filter(([key]) => !own.includes(key))
  return { type: value.type, name, args: respelled(Object.fromEntries(args), camel) }
}

const KINDS: Readonly<Record<string, ProviderTool['kind']>> = {
  web_search: 'web_search',
  google_search: 'web_search',
  code_execution: 'code_execution',
  code_interpreter: 'code_execution',
  bash: 'shell',
}

/**
 * Decodes the provider's own tool: `anthropic.web_search_20250305` with `{maxUses: 2}` is Claude's `{type:
 * 'web_search_20250305', name, max_uses: 2}`. Returns undefined for an unknown provider, and if encoding
 * would not restore the input.
 */
export function toolOfProvider(native: JsonObject, name: string): ProviderTool | undefined {
  const [, owner = '', type = ''] = ID.exec(stringOr(native.id, '')) ?? []
  const provider = Object.hasOwn(PROVIDERS, owner) ? PROVIDERS[owner] : undefined
  if (provider === undefined || !isObject(native.args)) return undefined
  const written = provider.write(type, name, native.args)
  const tool = { type: 'provider' as const, wire: provider.wire, kind: kindOf(type), ...written }
  return equalJson(definedTool(tool), native) ? tool : undefined
}

const ID = /^([a-z]+)\.(\w+)$/

/**
 * Returns the crate's form of a provider tool. Returns undefined for unknown tools, and if decoding would not
 * restore the tool.
 */
export function definedTool(tool: ProviderTool): JsonObject | undefined {
  const [owner, provider] = Object.entries(PROVIDERS).find(([, { wire }]) => wire === tool.wire) ?? []
  const read = provider?.read(tool)
  if (provider === undefined || read === undefined) return undefined
  const { type, name, args } = read
  const isSame = equalJson({ ...provider.write(type, name, args) }, { name: tool.name, value: tool.value })
  return isSame ? { type: 'providerdefined', id: `${owner}.${type}`, name, args } : undefined
}

function kindOf(type: string): ProviderTool['kind'] {
  const known = Object.keys(KINDS).find((one) => type.startsWith(one))
  const named = TOOL_KINDS.find((kind) => kind.length > 5 && type.startsWith(kind))
  return (known === undefined ? undefined : KINDS[known]) ?? named ?? 'other'
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
