import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, isObject, stringOr } from '../../base/json/read-json.js'
import { asWord, compact, define, equalJson, stringifyJson, unlessEmpty } from '../../base/json/write-json.js'
import { meansSame } from '../../base/model/arguments.js'
import { TOOL_KINDS } from '../../base/model/constants.js'
import type { Wired } from '../../base/model/metadata.js'
import type { OpaquePart, ProviderMetadata, ToolOutput, ToolResult } from '../../base/model/types.js'
import { type Fields, isRead } from '../shape/fields.js'
import { carriedChanges, carriedOutput } from './carried-parts.js'

/** The key of data without a field, in a free-form slot of a format. */
export const CARRIED = 'toolwire'

const MARKED: Fields = { cache: 'object' }
const TOOL: Fields = { strict: 'boolean', async: 'boolean', cache: 'object', namespace: 'object' }

/**
 * Members that some formats have no field for, by the type of the canonical value. The types of the members
 * are checked, since a slot is untrusted input. Metadata of other wires is carried for every value.
 */
const MEMBERS: Readonly<Record<string, Fields>> = {
  text: MARKED,
  media: MARKED,
  'tool-call': {
    minted: 'boolean',
    kind: 'text',
    rawArguments: 'string',
    namespace: 'string',
    dynamic: 'boolean',
    async: 'boolean',
    title: 'string',
    callerId: 'string',
    context: 'any',
    skills: 'strings',
    cache: 'object',
  },
  'tool-result': {
    minted: 'boolean',
    name: 'string',
    answers: 'object',
    preliminary: 'boolean',
    raw: 'any',
    metadata: 'object',
    category: 'string',
    retryable: 'boolean',
    cache: 'object',
  },
  message: { origin: 'object' },
  function: TOOL,
  custom: TOOL,
}
/** The members of canonical objects inside these values. Members of type `text` are required. */
const INNER: Readonly<Record<string, Fields>> = {
  cache: { ttl: 'string' },
  namespace: { name: 'text', description: 'string' },
  origin: { wire: 'text', model: 'string' },
}
const NOTHING: Fields = {}

/** A canonical value: a part, a message, or a value that contains them. */
interface CarriedValue {
  readonly type?: string
  readonly role?: string
  readonly kind?: string
  readonly providerExecuted?: boolean
  readonly arguments?: JsonObject | string | undefined
  readonly providerMetadata?: ProviderMetadata
}

function membersOf({ type, role }: CarriedValue): Fields {
  return MEMBERS[type ?? (role === undefined ? '' : 'message')] ?? NOTHING
}

/**
 * Returns the members of a canonical value that a format cannot express, to be written under `CARRIED`;
 * undefined if every member has a field.
 * @param said the members that the format's fields express.
 */
export function carried(
  value: CarriedValue,
  { wire }: Wired,
  said: readonly string[] = [],
): JsonObject | undefined {
  const slot: Record<string, JsonValue> = {}
  for (const member in membersOf(value)) {
    const held: JsonValue | undefined = Reflect.get(value, member)
    if (held !== undefined && !said.includes(member) && isTelling(value, member, held, wire))
      slot[member] = held
  }
  const { [wire]: _own, ...others } = value.providerMetadata ?? {}
  if (Object.keys(others).length > 0) slot.providerMetadata = compact(others)
  return unlessEmpty(slot)
}

/** Returns true if a member differs from its default. */
function isTelling(value: CarriedValue, member: string, held: JsonValue, wire: string): boolean {
  if (member === 'kind') return held !== 'function' || value.providerExecuted === true
  if (member === 'origin') return !equalJson(held, { wire })
  if (member === 'rawArguments') return isObject(value.arguments) && held !== stringifyJson(value.arguments)
  return held !== false || member === 'strict'
}

/**
 * Returns the canonical value with the data from its slot. An argument text is used only if it has the same
 * meaning as the arguments. The codec decides if the tool takes free text.
 * @param slot the value under `CARRIED`. A value that is not an object, and members of other types, are
 * ignored.
 */
export function withCarried<Value extends CarriedValue>(value: Value, slot: JsonValue | undefined): Value {
  if (!isObject(slot)) return value
  const full = { ...value }
  const members = membersOf(value)
  for (const member in members) {
    const held = slot[member]
    if (isRead(held, members[member]) && isMeant(value, member, held ?? null)) define(full, member, held)
  }
  const others = metadataIn(slot.providerMetadata)
  return others === undefined ? full : { ...full, providerMetadata: { ...others, ...value.providerMetadata } }
}

/** Returns true if the slot's member is consistent with the format's fields. */
function isMeant({ kind, arguments: given }: CarriedValue, member: string, held: JsonValue): boolean {
  if (member === 'kind')
    return kind !== 'custom' && held !== 'custom' && TOOL_KINDS.some((one) => one === held)
  if (member === 'rawArguments') return isObject(given) && meansSame(asWord(held), given)
  const rows = INNER[member]
  if (!isObject(held) || rows === undefined) return true
  const isKnown = Object.keys(held).every((key) => isRead(held[key], rows[key]))
  return isKnown && Object.keys(rows).every((key) => rows[key] !== 'text' || key in held)
}

function metadataIn(value: JsonValue | undefined): ProviderMetadata | undefined {
  if (!isObject(value)) return undefined
  const metadata: Record<string, JsonObject> = {}
  for (const [wire, own] of Object.entries(value)) if (isObject(own)) define(metadata, wire, own)
  return Object.keys(metadata).length === 0 ? undefined : metadata
}

/** Returns the data of an opaque part that is stored in a slot. */
export function opaqueSlot({ wire, value, text, changes }: OpaquePart): JsonObject {
  return compact({ wire, value, text, changes: changes && asJson(changes) })
}

/** Restores an opaque part from the data in a slot; undefined for any other value. */
export function carriedOpaque({ wire, value, text, changes }: JsonObject): OpaquePart | undefined {
  if (typeof wire !== 'string' || value === undefined) return undefined
  return compact({
    type: 'opaque' as const,
    ...{ wire, value, text: stringOr(text, undefined), changes: carriedChanges(changes) },
  })
}

/** The members of a result that its native form determines. */
export type ReadOutput = Pick<ToolResult, 'output' | 'isError'>

/**
 * Returns the members of a result that a format cannot express, as `carried` does. Includes the output if the
 * native result does not express it.
 * @param read the members decoded from the native result.
 */
export function carriedResult(
  result: ToolResult,
  read: ReadOutput,
  context: Wired,
  said: readonly string[],
): JsonObject | undefined {
  const { output, isError } = result
  return unlessEmpty({
    ...carried(result, context, said),
    output: isSame(read.output, output) ? undefined : asJson(output),
    isError: read.isError === isError ? undefined : isError,
  })
}

function isSame(one: ToolOutput, other: ToolOutput): boolean {
  return equalJson(asJson(one), asJson(other))
}

/**
 * Returns the result with the data from its slot. A carried output is used only if its native form would be
 * decoded like the given one.
 * @param reads decodes the native form of a result.
 * @param path of the slot.
 * @throws AdapterError when the slot contains an invalid output.
 */
export function withCarriedResult(
  result: ToolResult,
  slot: JsonValue | undefined,
  path: string,
  reads: (result: ToolResult) => ReadOutput,
): ToolResult {
  if (!isObject(slot)) return result
  const full = withCarried(result, slot)
  const output = slot.output === undefined ? result.output : carriedOutput(slot.output, `${path}/output`)
  const isError = typeof slot.isError === 'boolean' ? slot.isError : result.isError
  const told = { ...full, output, isError }
  const again = reads(told)
  return again.isError === result.isError && isSame(again.output, result.output) ? told : full
}
