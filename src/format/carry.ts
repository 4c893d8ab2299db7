import { isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact, define } from '../json/write.js'
import { TOOL_KINDS } from '../model/constants.js'
import type { Wired } from '../model/metadata.js'
import type { ProviderMetadata } from '../model/types.js'
import { type Fields, isRead } from '../shape/fields.js'

/** The key under which formats keep, in a free-form slot of theirs, what they have no place of their own for. */
export const CARRIED = 'toolwire'

/** What may be carried of a canonical value, and as what it is read back: a slot's content comes from outside. */
const CARRIED_FIELDS = {
  minted: 'boolean',
  kind: 'text',
  name: 'string',
  rawArguments: 'string',
  namespace: 'string',
  providerExecuted: 'boolean',
  preliminary: 'boolean',
  dynamic: 'boolean',
  isError: 'boolean',
  title: 'string',
  callerId: 'string',
  context: 'any',
  skills: 'strings',
  output: 'object',
  answers: 'object',
  raw: 'any',
  metadata: 'object',
  category: 'string',
  retryable: 'boolean',
  cache: 'object',
  origin: 'object',
} as const satisfies Fields

/** Names of what can be carried, beside metadata, which always is. */
export type CarriedField = keyof typeof CARRIED_FIELDS

interface Carrier {
  readonly providerMetadata?: ProviderMetadata
}

/**
 * What of a canonical value a format has no field for: these members, as far as they are there, and what other wires
 * store on it. To be written under `CARRIED`; undefined when there is nothing.
 */
export function carried(
  value: Carrier,
  fields: readonly CarriedField[],
  { wire }: Wired,
): JsonObject | undefined {
  const slot: Record<string, JsonValue> = {}
  for (const field of fields) {
    const member: JsonValue | undefined = Reflect.get(value, field)
    if (member !== undefined && isTelling(field, member)) slot[field] = member
  }
  const { [wire]: _own, ...others } = value.providerMetadata ?? {}
  if (Object.keys(others).length > 0) slot.providerMetadata = compact(others)
  return Object.keys(slot).length === 0 ? undefined : slot
}

/** Functions of the client are what calls are for when nothing is said. */
function isTelling(field: CarriedField, value: JsonValue): boolean {
  return field === 'kind' ? value !== 'function' : value !== false
}

/**
 * The canonical value with what a slot carried of it. What the format itself says wins: `fields` are those that it has
 * no field for.
 * @param slot what stands under `CARRIED`; anything but an object, and members of other types, say nothing.
 */
export function withCarried<Value extends Carrier>(
  value: Value,
  slot: JsonValue | undefined,
  fields: readonly CarriedField[],
): Value {
  if (!isObject(slot)) return value
  const full = { ...value }
  for (const field of fields) {
    const member = slot[field]
    if (isRead(member, CARRIED_FIELDS[field]) && (field !== 'kind' || isKind(member)))
      define(full, field, member)
  }
  const others = metadataIn(slot.providerMetadata)
  return others === undefined ? full : { ...full, providerMetadata: { ...others, ...value.providerMetadata } }
}

function isKind(value: JsonValue | undefined): boolean {
  return TOOL_KINDS.some((kind) => kind === value)
}

function metadataIn(value: JsonValue | undefined): ProviderMetadata | undefined {
  if (!isObject(value)) return undefined
  const metadata: Record<string, JsonObject> = {}
  for (const [wire, own] of Object.entries(value)) if (isObject(own)) define(metadata, wire, own)
  return metadata
}
