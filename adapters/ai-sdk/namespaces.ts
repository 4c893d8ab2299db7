import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, memberAt } from '../../src/base/json/read-json.js'
import { equalJson, withMember } from '../../src/base/json/write-json.js'
import type { ProviderMetadata } from '../../src/base/model/types.js'
import { ANTHROPIC, BEDROCK, GOOGLE, OPENAI, type Package } from './packages.js'

/**
 * Data that a package of the SDK keeps under its own name in `providerOptions` and `providerMetadata`, and
 * the paths of the same data in the package's wire. Sources: README.md.
 */
interface Row extends Package {
  readonly on: readonly string[]
  /** Paths in the namespace → paths in the wire's metadata. */
  readonly fields: Readonly<Record<string, string>>
  /** Other required values of the wire's metadata. Null marks a member that must be absent. */
  readonly beside?: Readonly<Record<string, string | null>>
}

const ROWS: readonly Row[] = [
  { ...ANTHROPIC, on: ['reasoning'], fields: { signature: 'signature' }, beside: { block: null } },
  {
    ...ANTHROPIC,
    on: ['reasoning'],
    fields: { redactedData: 'signature' },
    beside: { block: 'redacted_thinking' },
  },
  { ...ANTHROPIC, on: ['text'], fields: { citations: 'extra.citations' } },
  {
    ...ANTHROPIC,
    on: ['tool-call'],
    fields: { 'caller.type': 'extra.caller.type', 'caller.toolId': 'extra.caller.tool_id' },
  },
  {
    ...OPENAI,
    on: ['reasoning'],
    fields: { itemId: 'itemId', reasoningEncryptedContent: 'signature' },
    beside: { form: 'summary' },
  },
  {
    ...OPENAI,
    on: ['text'],
    fields: { itemId: 'item.id', phase: 'item.extra.phase', annotations: 'extra.annotations' },
    beside: { 'item.type': 'message', 'item.status': 'completed' },
  },
  {
    ...OPENAI,
    on: ['tool-call'],
    fields: {
      itemId: 'itemId',
      'caller.type': 'extra.caller.type',
      'caller.callerId': 'extra.caller.caller_id',
    },
  },
  {
    ...GOOGLE,
    on: ['text', 'reasoning', 'tool-call', 'media'],
    fields: { thoughtSignature: 'signature' },
  },
  { ...BEDROCK, on: ['reasoning'], fields: { signature: 'signature' }, beside: { form: null } },
  { ...BEDROCK, on: ['reasoning'], fields: { redactedData: 'signature' }, beside: { form: 'redacted' } },
]

/** Returns the namespace of the package for this wire, under any of its names. */
export function namespaceOf(options: JsonObject, wire: string): JsonValue | undefined {
  const names = ROWS.find((row) => row.wire === wire)?.names ?? []
  return options[names.find((name) => isObject(options[name])) ?? '']
}

type Namespaces = Readonly<Record<string, JsonObject>>

/** Converts namespaces of a part to metadata of the wires. Returns undefined if the result is empty. */
export function fromNamespaces(options: JsonObject, type: string): ProviderMetadata | undefined {
  let metadata: Record<string, JsonObject> | undefined
  for (const { wire, names, on, fields, beside = {} } of ROWS) {
    const native = on.includes(type)
      ? options[names.find((name) => isObject(options[name])) ?? '']
      : undefined
    let own = metadata?.[wire]
    for (const field in fields) {
      const value = memberAt(native, field)
      if (value !== undefined && value !== null) own = withMember(own ?? {}, fields[field] ?? '', value)
    }
    if (own === undefined || own === metadata?.[wire]) continue
    for (const path in beside) if (beside[path]) own = withMember(own ?? {}, path, beside[path] ?? '')
    metadata = { ...metadata, [wire]: own }
  }
  return metadata
}

/** Converts wire metadata of a part to namespaces. Also returns the metadata without a namespace. */
export function toNamespaces(
  metadata: ProviderMetadata,
  type: string,
): readonly [namespaces: Namespaces, rest: ProviderMetadata] {
  const namespaces: Record<string, JsonObject> = {}
  for (const { wire, names, on, fields, beside = {} } of ROWS) {
    const own = on.includes(type) ? metadata[wire] : undefined
    const [name = ''] = names
    if (
      own === undefined ||
      Object.keys(beside).some((path) => (memberAt(own, path) ?? null) !== beside[path])
    )
      continue
    for (const field in fields) {
      const value = memberAt(own, fields[field] ?? '')
      if (value !== undefined) namespaces[name] = withMember(namespaces[name] ?? {}, field, value)
    }
  }
  const again = fromNamespaces(namespaces, type)
  const rest = Object.entries(metadata).filter(([wire, own]) => !equalJson(own, again?.[wire]))
  return [namespaces, Object.fromEntries(rest)]
}
