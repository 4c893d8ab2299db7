import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'
import { approvalRequestOf } from './approval-chunk.js'
import { callFacts, createSeal, expiryOf, resultFacts, type Seal, unsealed } from './seal.js'
import { isClientTool, type TrustOptions, untrusted } from './trust.js'
import { answerIn, namedCall, type UiAnswer } from './ui-parts.js'

/** An accepted call. */
export interface AcceptedCall {
  readonly id: string
  /** The call as in the message, with only its accepted content. */
  readonly part: JsonObject
  /** The request, if the call waits for approval. */
  readonly request?: ApprovalRequest
  /** Milliseconds since 1970 after which the request cannot be approved. */
  readonly expires?: number
  /** The answer to the request. Default: not answered. */
  readonly answer?: UiAnswer
  /** True if the result of the call is missing. */
  readonly isInterrupted?: boolean
}

/** The accepted parts of the model other than calls, with their fields. `metadata` is checked separately. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  reasoning: ['text'],
  file: ['mediaType', 'url', 'filename'],
  'reasoning-file': ['mediaType', 'url', 'filename'],
  'source-url': ['sourceId', 'url', 'title'],
  'source-document': ['sourceId', 'mediaType', 'title', 'filename'],
  'step-start': [],
}

const CALL_FIELDS = ['type', 'toolCallId', 'toolName', 'input', 'rawInput', 'providerExecuted', 'title']

/** Checks the parts of a posted conversation: unsigned content is untrusted. */
export class PartCheck {
  readonly isTrusted: boolean
  readonly #seal: Seal | undefined

  constructor(
    chat: string,
    private readonly options: TrustOptions,
  ) {
    this.isTrusted = options.trust === true
    this.#seal = options.secret === undefined ? undefined : createSeal(options.secret, chat)
  }

  /** Checks a part of the user; returns undefined if the part is not for the model. */
  said(part: JsonObject, path: string): JsonObject | undefined {
    const type = stringOr(part.type, '')
    if (type.startsWith('data-')) return undefined
    if (this.isTrusted) return part
    const fields = type === 'text' || type === 'file' ? WORDS[type] : undefined
    if (fields === undefined) throw untrusted(`a part "${type}" of the user`, path)
    for (const name of ['providerMetadata', 'providerReference'])
      if (part[name] !== undefined) throw untrusted(`\`${name}\` of the user`, `${path}/${name}`)
    return picked(part, ['type', ...fields])
  }

  /** Checks a part of the model other than a call; returns undefined if the part is not for the model. */
  async told(part: JsonObject, path: string): Promise<JsonObject | undefined> {
    const type = stringOr(part.type, '')
    if (type.startsWith('data-')) return undefined
    if (this.isTrusted) return part
    const fields = Object.hasOwn(WORDS, type) ? WORDS[type] : undefined
    if (fields === undefined && (type !== 'custom' || part.providerMetadata === undefined))
      throw untrusted(`a part "${type}"`, path)
    const { metadata, signature } = unsealed(part.providerMetadata)
    if (metadata !== undefined)
      await this.#expect('metadata', metadata, signature, 'metadata', `${path}/providerMetadata`)
    const clean = picked(part, ['type', ...(fields ?? ['kind'])])
    return metadata === undefined ? clean : { ...clean, providerMetadata: metadata }
  }

  /** Checks a call and its outcome; undefined if the call never arrived completely. */
  async call(native: JsonObject, path: string): Promise<AcceptedCall | undefined> {
    const part = namedCall(native, path)
    const { state } = part
    if (state === 'input-streaming') return undefined
    const id = stringOr(part.toolCallId, '')
    const call = unsealed(part.callProviderMetadata)
    const { callSignature } = unsealed(part.resultProviderMetadata)
    const facts = callFacts(part, callSignature === undefined ? call.metadata : undefined)
    await this.#expect('call', facts, callSignature ?? call.signature, 'a call', path)
    const clean = {
      ...picked(native, CALL_FIELDS),
      ...(call.metadata !== undefined && { callProviderMetadata: call.metadata }),
    }
    switch (state) {
      case 'approval-requested':
      case 'approval-responded':
        return this.#asked(id, { ...clean, state: 'input-available' }, part, path)
      case 'output-denied':
        return { id, part: { ...clean, state, approval: denial(part.approval, id) } }
      case 'output-available':
      case 'output-error':
        if (part.preliminary !== true) return { id, part: await this.#ended(clean, part, path) }
        break
    }
    const isOpen = part.providerExecuted === true || isClientTool(stringOr(part.toolName, ''), this.options)
    return { id, part: { ...clean, state: 'input-available' }, isInterrupted: !isOpen }
  }

  async #asked(id: string, clean: JsonObject, part: JsonObject, path: string): Promise<AcceptedCall> {
    const approval = isObject(part.approval) ? part.approval : {}
    const request = approvalRequestOf(part, approval)
    const expires = await this.#expiry(request, approval.signature, `${path}/approval`)
    return compact({ id, part: clean, request, expires, answer: answerIn(part, path) })
  }

  async #expiry(
    request: ApprovalRequest,
    signature: JsonValue | undefined,
    path: string,
  ): Promise<number | undefined> {
    if (this.isTrusted) return undefined
    const expires = this.#seal && (await expiryOf(this.#seal, request, signature))
    if (expires === undefined) throw untrusted('a request for approval', path)
    return expires
  }

  async #ended(clean: JsonObject, part: JsonObject, path: string): Promise<JsonObject> {
    const { state = null, output, errorText } = part
    const ended = compact({ ...clean, state, output, errorText })
    const { metadata, signature } = unsealed(part.resultProviderMetadata)
    const isOfClient =
      isClientTool(stringOr(part.toolName, ''), this.options) && part.providerExecuted !== true
    if (isOfClient && signature === undefined && !this.isTrusted) return ended
    await this.#expect('result', resultFacts(part, metadata), signature, 'a result', path)
    return compact({ ...ended, resultProviderMetadata: metadata })
  }

  async #expect(
    kind: Parameters<Seal['verify']>[0],
    value: JsonValue,
    signature: JsonValue | undefined,
    what: string,
    path: string,
  ): Promise<void> {
    if (this.isTrusted || (await this.#seal?.verify(kind, value, signature)) === true) return
    throw untrusted(what, path)
  }
}

/** Reads a denial. Any client may deny a call, so no signature is required. */
function denial(approval: JsonValue | undefined, callId: string): JsonObject {
  const { id = `denied_${callId}`, reason } = isObject(approval) ? approval : {}
  return compact({ id, approved: false, reason: stringOr(reason, undefined) })
}

function picked(part: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(part).filter(([name]) => names.includes(name)))
}
