import type { JsonObject } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'
import { callFacts, resultFacts, type Seal, sealRequest, unsealed, withSignature } from './seal.js'
import { isCallPart, namedCall } from './ui-parts.js'

/** Signs the parts of stored messages, as `ChunkSealer` signs the chunks of a stream. */
export interface PartSealer {
  readonly seal: Seal
  /** Milliseconds since 1970 after which requests cannot be approved. */
  readonly expires: number
}

/** A UI part, with the approval request of its call. */
export interface AskedPart {
  readonly part: JsonObject
  readonly request?: ApprovalRequest
}

/** Returns the part with its signatures; unchanged without a sealer. */
export async function sealedPart(
  { part, request }: AskedPart,
  sealer: PartSealer | undefined,
): Promise<JsonObject> {
  if (sealer === undefined) return part
  if (!isCallPart(part)) return sealedMetadata(part, sealer)
  const call = await sealedCall(part, sealer)
  const asked = request === undefined ? call : await sealedApproval(call, request, sealer)
  const isEnded = part.state === 'output-available' || part.state === 'output-error'
  return isEnded && part.preliminary !== true ? sealedResult(asked, sealer) : asked
}

async function sealedMetadata(part: JsonObject, { seal }: PartSealer): Promise<JsonObject> {
  const { metadata } = unsealed(part.providerMetadata)
  if (metadata === undefined) return part
  const signature = await seal.sign('metadata', metadata)
  return { ...part, providerMetadata: withSignature(metadata, { signature }) }
}

async function sealedCall(part: JsonObject, { seal }: PartSealer): Promise<JsonObject> {
  const { metadata } = unsealed(part.callProviderMetadata)
  const signature = await seal.sign('call', callFacts(namedCall(part, ''), metadata))
  return { ...part, callProviderMetadata: withSignature(metadata, { signature }) }
}

async function sealedApproval(
  part: JsonObject,
  request: ApprovalRequest,
  { seal, expires }: PartSealer,
): Promise<JsonObject> {
  const approval = isObject(part.approval) ? part.approval : {}
  return { ...part, approval: { ...approval, signature: await sealRequest(seal, request, expires) } }
}

async function sealedResult(part: JsonObject, { seal }: PartSealer): Promise<JsonObject> {
  const { metadata } = unsealed(part.resultProviderMetadata)
  const signature = await seal.sign('result', resultFacts(part, metadata))
  return { ...part, resultProviderMetadata: withSignature(metadata, { signature }) }
}
