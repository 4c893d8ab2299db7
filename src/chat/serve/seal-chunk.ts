import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'
import { callFacts, resultFacts, type Seal, sealRequest, unsealed, withSignature } from './seal.js'

/** Signs the chunks of one stream. */
export class ChunkSealer {
  /** Metadata of calls that cannot run and are replaced by their results. */
  readonly #broken = new Map<unknown, JsonObject>()

  constructor(
    private readonly seal: Seal,
    private readonly requestFor: (callId: unknown) => ApprovalRequest | undefined,
    private readonly approvalTtl: number,
  ) {}

  async sealed(chunk: JsonObject): Promise<JsonObject> {
    switch (chunk.type) {
      case 'tool-input-available':
      case 'tool-input-error':
        return this.#call(chunk)
      case 'tool-output-available':
      case 'tool-output-error':
        return chunk.preliminary === true ? chunk : this.#result(chunk)
      case 'tool-approval-request':
        return this.#approval(chunk)
      default:
        return this.#other(chunk)
    }
  }

  async #call(chunk: JsonObject): Promise<JsonObject> {
    if (chunk.type === 'tool-input-error') return this.#brokenCall(chunk)
    const facts = callFacts(chunk, unsealed(chunk.providerMetadata).metadata)
    const signature = await this.seal.sign('call', facts)
    return { ...chunk, providerMetadata: withSignature(chunk.providerMetadata, { signature }) }
  }

  /**
   * Signs a call that cannot run. A UI treats the call as failed and its metadata as the metadata of the
   * result.
   */
  async #brokenCall(chunk: JsonObject): Promise<JsonObject> {
    const callSignature = await this.seal.sign('call', callFacts(chunk, undefined))
    const providerMetadata = withSignature(chunk.providerMetadata, { callSignature })
    this.#broken.set(chunk.toolCallId, providerMetadata)
    return this.#result({ ...chunk, providerMetadata })
  }

  async #result(chunk: JsonObject): Promise<JsonObject> {
    const call = this.#broken.get(chunk.toolCallId)
    const { metadata } = unsealed(mergedMetadata(call, chunk.providerMetadata))
    const signature = await this.seal.sign('result', resultFacts(chunk, metadata))
    const { callSignature } = unsealed(call)
    const signatures: JsonObject = callSignature === undefined ? { signature } : { signature, callSignature }
    return { ...chunk, providerMetadata: withSignature(metadata, signatures) }
  }

  async #approval(chunk: JsonObject): Promise<JsonObject> {
    const request = this.requestFor(chunk.toolCallId)
    if (request === undefined) return chunk
    return { ...chunk, signature: await sealRequest(this.seal, request, Date.now() + this.approvalTtl) }
  }

  async #other(chunk: JsonObject): Promise<JsonObject> {
    const { metadata } = unsealed(chunk.providerMetadata)
    // The end of a text has all metadata of the start and more, so only the end is signed.
    if (!isObject(metadata) || chunk.type === 'tool-input-start') return chunk
    const signature = await this.seal.sign('metadata', metadata)
    return { ...chunk, providerMetadata: withSignature(metadata, { signature }) }
  }
}

function mergedMetadata(call: JsonObject | undefined, own: JsonValue | undefined): JsonValue | undefined {
  if (call === undefined || !isObject(own)) return call ?? own
  const all = Object.entries(own).map(([name, value]) => {
    const before = call[name]
    return [name, isObject(before) && isObject(value) ? { ...before, ...value } : value]
  })
  return { ...call, ...Object.fromEntries(all) }
}
