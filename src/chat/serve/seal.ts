import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, stringOr } from '../../base/json/read-json.js'
import { compact, stringifySorted } from '../../base/json/write-json.js'
import { createTextSigner } from '../../base/seal/text-signer.js'

// What the server said is signed where the browser keeps it, so that it is known again when it is posted. A signature counts for one
// chat, and for one kind of thing.

/** What a signature is of. */
export type SealedKind = 'call' | 'result' | 'approval' | 'metadata'

/** Signs and checks for one chat. */
export interface Seal {
  sign(kind: SealedKind, value: JsonValue): Promise<string>
  verify(kind: SealedKind, value: JsonValue, signature: JsonValue | undefined): Promise<boolean>
}

/** @param secret any text; @param chat its id. */
export function createSeal(secret: string, chat: string): Seal {
  const signer = createTextSigner(secret)
  const signed = (kind: SealedKind, value: JsonValue) =>
    stringifySorted(['toolwire:served', chat, kind, asDoubles(value)])
  return {
    sign: (kind, value) => signer.sign(signed(kind, value)),
    verify: (kind, value, signature) => signer.verify(signed(kind, value), signature),
  }
}

/** As a browser gives it back: numbers are doubles there. The order of members does not count. */
function asDoubles(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value))
}

/** The key beside the parts of an interface under which signatures stand. */
const OWN = 'toolwire'

/** Metadata of a part with its signature. */
export function withSignature(metadata: JsonValue | undefined, signatures: JsonObject): JsonObject {
  const all = isObject(metadata) ? metadata : {}
  const own = isObject(all[OWN]) ? all[OWN] : {}
  return { ...all, [OWN]: { ...own, ...signatures } }
}

/** Metadata of a part as it was signed, and its signatures. */
export interface Unsealed {
  readonly metadata: JsonObject | undefined
  readonly signature: string | undefined
  /** Of the call, where a result stands in its place. */
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

/** What is signed of a call. */
export function callFacts(part: JsonObject, metadata: JsonObject | undefined): JsonObject {
  const { toolCallId = '', toolName = '', input = null, providerExecuted } = part
  return compact({ toolCallId, toolName, input, executed: providerExecuted === true, metadata })
}

/** What is signed of a result. */
export function resultFacts(part: JsonObject, metadata: JsonObject | undefined): JsonObject {
  const { toolCallId = '', output, errorText } = part
  return compact({
    toolCallId,
    output: errorText === undefined ? (output ?? null) : undefined,
    errorText,
    metadata,
  })
}
