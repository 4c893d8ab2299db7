import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact, define, unlessEmpty } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Part, ProviderMetadata } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { isClaudeCall, isClaudeResult } from './family.js'
import { ANTHROPIC, GOOGLE } from './packages.js'

/** The field in which Google's integration keeps the thought signatures of calls, by call id. */
export const SIGNATURES = '__gemini_function_call_thought_signatures__'

/** Returns the metadata by which that wire recognizes its own thinking. */
export function proofOf(type: string, signature: string): { readonly [wire: string]: JsonObject } {
  return { [ANTHROPIC]: type === 'thinking' ? { signature } : { block: type, signature } }
}

/** Returns true for a message of Google's integration. */
export function isOfGoogle(provider: JsonValue | undefined, kwargs: JsonObject): boolean {
  return stringOr(provider, '').startsWith('google') || kwargs[SIGNATURES] !== undefined
}

/** Assigns a thinking block to Google, which uses the same form as Anthropic. */
export function asGoogles<Kind extends Part>(part: Kind, context: Context): Kind {
  const { [ANTHROPIC]: proof, ...others } = 'providerMetadata' in part ? (part.providerMetadata ?? {}) : {}
  if (part.type !== 'reasoning' || proof === undefined || metadataOf(part, context)?.block !== 'thinking')
    return part
  return { ...part, providerMetadata: { [GOOGLE]: proof, ...others } }
}

/** Adds the native metadata of blocks that Anthropic's integration keeps unchanged in the content. */
export function asAnthropics<Kind extends Part>(part: Kind, context: Context): Kind {
  const own = nativeOf(part, context)
  if (own === undefined || part.type === 'opaque') return part
  return { ...part, providerMetadata: { [ANTHROPIC]: own, ...part.providerMetadata } }
}

/** Returns the wire's own metadata for a block. */
function nativeOf(part: Part, context: Context): JsonObject | undefined {
  const own = metadataOf(part, context)
  const block = isObject(own?.block) ? own.block.type : own?.block
  const isExecuted = (part.type === 'tool-call' || part.type === 'tool-result') && part.providerExecuted
  const isNative = (part.type === 'tool-call' ? isClaudeCall : isClaudeResult)({ type: stringOr(block, '') })
  const { caller, server_name, citations } = extraOf(part.type === 'tool-call' ? own?.block : own)
  if (part.type === 'text') return isArray(citations) ? { extra: { citations } } : undefined
  if (!isExecuted || !isNative) return undefined
  return compact({ block, extra: unlessEmpty({ caller, server_name }) })
}

/** Adds to the call its signature from `additional_kwargs`. */
export function signed<Kind extends Part>(part: Kind, signatures: JsonObject): Kind {
  if (part.type !== 'tool-call' || part.providerExecuted) return part
  const signature = Object.hasOwn(signatures, part.id) ? signatures[part.id] : undefined
  if (typeof signature !== 'string') return part
  const own = { ...part.providerMetadata?.[GOOGLE], signature }
  return { ...part, providerMetadata: { ...part.providerMetadata, [GOOGLE]: own } }
}

/**
 * Returns signatures by call id, for both of Google's integrations: one of them keeps signatures in the
 * calls.
 */
export function signaturesIn(calls: JsonValue | undefined, kwargs: JsonObject): JsonObject {
  const all = isObject(kwargs[SIGNATURES]) ? { ...kwargs[SIGNATURES] } : {}
  for (const { id, thoughtSignature } of objectsIn(calls ?? []))
    if (typeof id === 'string' && typeof thoughtSignature === 'string') define(all, id, thoughtSignature)
  return all
}

/** Returns the signatures of calls in the form of Google's integration, or undefined if empty. */
export function signaturesOf(parts: readonly Part[], context: Context): JsonObject | undefined {
  const all: Record<string, JsonValue> = {}
  for (const part of parts) {
    if (part.type !== 'tool-call' || part.providerExecuted) continue
    const signature = part.providerMetadata?.[GOOGLE]?.signature
    const isTold = extraOf(metadataOf(part, context)?.list).thoughtSignature === signature
    if (typeof signature === 'string' && !isTold) define(all, part.id, signature)
  }
  return unlessEmpty(all)
}

/** Returns `additional_kwargs` without the signatures that are now on calls. */
export function withoutSignatures(kwargs: JsonObject, parts: readonly Part[], context: Context): JsonObject {
  const { [SIGNATURES]: all, ...others } = kwargs
  const told = signaturesOf(parts, context)
  if (!isObject(all) || told === undefined) return kwargs
  const left = Object.entries(all).filter(([id]) => !Object.hasOwn(told, id))
  return left.length === 0 ? others : { ...others, [SIGNATURES]: Object.fromEntries(left) }
}

/** Removes signatures that other fields or the native block already contain. */
export function withoutProof<Kind extends Part>(part: Kind, context: Context): Kind {
  if (part.type !== 'opaque' && nativeOf(part, context) !== undefined) {
    const { [ANTHROPIC]: _native, ...others } = part.providerMetadata ?? {}
    return { ...part, providerMetadata: others }
  }
  if (part.type === 'tool-call' && !part.providerExecuted)
    return { ...part, providerMetadata: unsigned(part.providerMetadata, GOOGLE) }
  if (part.type !== 'reasoning' || metadataOf(part, context)?.block === undefined) return part
  const { [ANTHROPIC]: _proof, ...others } = part.providerMetadata ?? {}
  return { ...part, providerMetadata: unsigned(others, GOOGLE) }
}

function unsigned(metadata: ProviderMetadata = {}, wire: string): ProviderMetadata {
  const { [wire]: own, ...others } = metadata
  const { signature: _signature, ...rest } = own ?? {}
  return Object.keys(rest).length === 0 ? others : { ...others, [wire]: rest }
}
