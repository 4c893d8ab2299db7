import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, isObject, stringOr } from '../../base/json/read-json.js'
import { compact, stringifySorted } from '../../base/json/write-json.js'
import { createTextSigner } from '../../base/seal/text-signer.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'

// Signs server parts that the browser stores, so that posted copies can be verified. A signature is valid for
// one chat and one kind of value.

/** The kind of a signed value. */
export type SealedKind = 'call' | 'result' | 'approval' | 'metadata'

/** Signs and verifies values of one chat. */
export interface Seal {
  sign(kind: SealedKind, value: JsonValue): Promise<string>
  verify(kind: SealedKind, value: JsonValue, signature: JsonValue | undefined): Promise<boolean>
}

/**
 * Creates the seal of a chat's server parts.
 * @param secret any text.
 * @param chat the id of the chat.
 */
export function createSeal(secret: string, chat: string): Seal {
  const signer = createTextSigner(secret)
  const signed = (kind: SealedKind, value: JsonValue) =>
    stringifySorted(['toolwire:served', chat, kind, asDoubles(value)])
  return {
    sign: (kind, value) => signer.sign(signed(kind, value)),
    verify: (kind, value, signature) => signer.verify(signed(kind, value), signature),
  }
}

/** Converts a value as a browser would: numbers become doubles. The order of members is ignored. */
function asDoubles(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value))
}

/** The default time in milliseconds for which a signed request can be approved. */
export const DEFAULT_APPROVAL_TTL = 24 * 60 * 60 * 1000

/** Signs a request for approval, with the time at which it expires, in milliseconds since 1970. */
export async function sealRequest(seal: Seal, request: ApprovalRequest, expires: number): Promise<string> {
  return `${expires}.${await seal.sign('approval', requestFacts(request, expires))}`
}

/** Returns the time at which a signed request expires; undefined if the signature is not valid. */
export async function expiryOf(
  seal: Seal,
  request: ApprovalRequest,
  given: JsonValue | undefined,
): Promise<number | undefined> {
  const [, time, signature] = /^(\d{1,16})\.(.+)$/.exec(stringOr(given, '')) ?? []
  const expires = Number(time)
  return (await seal.verify('approval', requestFacts(request, expires), signature)) ? expires : undefined
}

function requestFacts(request: ApprovalRequest, expires: number): JsonObject {
  return { request: asJson(request), expires }
}

/** The key for signatures in the metadata of UI parts. */
const OWN = 'toolwire'

/** Adds the signatures to the metadata of a part. */
export function withSignature(metadata: JsonValue | undefined, signatures: JsonObject): JsonObject {
  const all = isObject(metadata) ? metadata : {}
  const own = isObject(all[OWN]) ? all[OWN] : {}
  return { ...all, [OWN]: { ...own, ...signatures } }
}

/** The signed metadata of a part, and its signatures. */
export interface Unsealed {
  readonly metadata: JsonObject | undefined
  readonly signature: string | undefined
  /** The signature of the call, if a result replaces it. */
  readonly callSignature: string | undefined
}

export function unsealed(metadata: JsonValue | undefined): Unsealed {
  if (!isObject(metadata)) return { metadata: undefined, signature: undefined, callSignature: undefined }
  const { [OWN]: own, ...others } = metadata
  if (!isObject(own)) return { metadata, signature: undefined, callSignature: undefined }
  const { signature, callSignature, ...rest } = own
  const all = Object.keys(rest).length === 0 ? others : { ...others, [OWN]: rest }
  return {
    metadata: Object.keys(all).length === 0 ? undefined : all,
    signature: stringOr(signature, undefined),
    callSignature: stringOr(callSignature, undefined),
  }
}

/** Returns the signed members of a call. */
export function callFacts(part: JsonObject, metadata: JsonObject | undefined): JsonObject {
  const { toolCallId = '', toolName = '', input = null, providerExecuted } = part
  return compact({ toolCallId, toolName, input, executed: providerExecuted === true, metadata })
}

/** Returns the signed members of a result. */
export function resultFacts(part: JsonObject, metadata: JsonObject | undefined): JsonObject {
  const { toolCallId = '', output, errorText } = part
  return compact({
    toolCallId,
    output: errorText === undefined ? (output ?? null) : undefined,
    errorText,
    metadata,
  })
}
