import { encodeUiMessages } from '../../../adapters/ai-sdk/ui.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { asChecked, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { type Context, createContext } from '../../base/model/context.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { Message } from '../../base/model/types.js'
import type { Approval } from '../../tools/policy/policy-types.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import { approvalChunk } from './approval-chunk.js'
import { type Requested, requestedIn } from './approval-requests.js'
import { expectSealSecret } from './check-options.js'
import { createSeal, DEFAULT_APPROVAL_TTL } from './seal.js'
import { type AskedPart, type PartSealer, sealedPart } from './seal-part.js'
import type { WriteOptions } from './serve-types.js'
import { UI_WIRE } from './shown-events.js'
import { shownHistory } from './shown-history.js'
import { madeId } from './ui-ids.js'
import { isCallPart } from './ui-parts.js'

/** A message of `useChat`. */
export interface UiMessage {
  /** The id, which is the same in each call as long as the conversation only grows. */
  readonly id: string
  /** The author. */
  readonly role: 'user' | 'assistant'
  /** The parts, in the form of `useChat`. */
  readonly parts: readonly JsonObject[]
}

/**
 * Options of `uiMessages`, like those of `toResponse`. `id` is required with `secret`. Default of `id`: the
 * id of the conversation.
 */
export type UiMessagesOptions = Pick<
  WriteOptions,
  'id' | 'secret' | 'approvalTtl' | 'metadata' | 'onError' | 'onNotice'
>

const OPTIONS: KnownOptions<UiMessagesOptions> = {
  id: true,
  secret: true,
  approvalTtl: true,
  metadata: true,
  onError: true,
  onNotice: true,
}

/**
 * Returns the messages that `useChat` starts with. Waiting calls contain their approval request. Calls that
 * were answered and have not begun contain the answer. System messages and host data are omitted, as in the
 * stream. While a conversation runs, the answers of the running turn are omitted: `resumeResponse` sends them.
 * @throws AdapterError for messages that are not canonical, and for invalid options.
 * @example
 * const messages = await uiMessages<UIMessage>(await openConversation(id, { store }))
 */
export async function uiMessages<Shown extends { readonly id: string } = UiMessage>(
  of: StoredConversation | readonly Message[],
  options: UiMessagesOptions = {},
): Promise<Shown[]> {
  expectOptions(options, OPTIONS, ['uiMessages', 'uiMessages(conversation)'])
  expectSealSecret(options)
  const { messages, shown, stored } = shownHistory(of, options)
  const sealer = sealerFor(options, stored)
  const context: Context = { ...createContext(UI_WIRE), report: (notice) => options.onNotice?.(notice) }
  const natives = encodeUiMessages(shown, context)
  const asked = new AskedCalls(
    natives.flatMap(({ parts }) => objectsIn(parts)),
    [...requestedIn(messages).values()],
    stored,
  )
  const all = natives.map(async ({ role = '', parts }, index) => ({
    id: madeId(index),
    role,
    parts: await Promise.all(objectsIn(parts).map((part) => sealedPart(asked.withState(part), sealer))),
  }))
  return asChecked(await Promise.all(all))
}

function sealerFor(
  { id, secret, approvalTtl = DEFAULT_APPROVAL_TTL }: UiMessagesOptions,
  stored: StoredConversation | undefined,
): PartSealer | undefined {
  if (secret === undefined) return undefined
  const chat = id ?? stored?.id
  if (chat === undefined)
    throw new AdapterError('unsupported', '/id', '`secret` signs for one chat and needs its id: id: chat.id')
  return { seal: createSeal(secret, chat), expires: Date.now() + approvalTtl }
}

/** The calls for which approval was requested, without calls that have a result. */
class AskedCalls {
  /** The requests by the parts of their calls. */
  readonly #requests: ReadonlyMap<JsonObject, Requested>
  readonly #answers: ReadonlyMap<string, Approval>

  constructor(
    parts: readonly JsonObject[],
    requests: readonly Requested[],
    stored: StoredConversation | undefined,
  ) {
    this.#requests = requestsByPart(parts, requests)
    const answered = (stored?.calls ?? []).flatMap(({ approval }) => approval ?? [])
    this.#answers = new Map(answered.map((approval) => [approval.request.id, approval]))
  }

  /** Returns the part with its request and the answer to it. */
  withState(part: JsonObject): AskedPart {
    const asked = this.#requests.get(part)
    if (asked === undefined) return { part }
    const { request, isLate } = asked
    const { approvalId: id, approvalDescriptor: descriptor, reason: requestReason } = approvalChunk(request)
    const approval = compact({ id, descriptor, requestReason })
    const decision = this.#answers.get(request.id)?.decision
    // The user has sent another message, so the request can no longer be approved.
    if (isLate)
      return { part: { ...part, state: 'output-denied', approval: { ...approval, approved: false } } }
    if (decision === undefined) return { part: { ...part, state: 'approval-requested', approval }, request }
    const reason = decision.type === 'deny' ? decision.reason : undefined
    const given = compact({ ...approval, approved: decision.type === 'approve', reason })
    return { part: { ...part, state: 'approval-responded', approval: given }, request }
  }
}

/**
 * Assigns the latest request with a call id to the latest call with this id that has no result, since a later turn may
 * repeat the id.
 */
function requestsByPart(
  parts: readonly JsonObject[],
  requests: readonly Requested[],
): ReadonlyMap<JsonObject, Requested> {
  const left = new Map<string, Requested[]>()
  for (const one of requests) left.set(one.request.callId, [...(left.get(one.request.callId) ?? []), one])
  const byPart = new Map<JsonObject, Requested>()
  for (const part of parts.toReversed()) {
    const isOpen = isCallPart(part) && !stringOr(part.state, '').startsWith('output-')
    const asked = isOpen ? left.get(stringOr(part.toolCallId, ''))?.pop() : undefined
    if (asked !== undefined) byPart.set(part, asked)
  }
  return byPart
}
