import { AdapterError } from '../../base/json/adapter-error.js'
import { compact } from '../../base/json/write-json.js'
import { userMessage } from '../../base/model/create.js'
import {
  type Called,
  expectFunction,
  expectGiven,
  expectMessage,
  expectMessages,
  expectOptions,
  type KnownOptions,
} from '../../base/model/expect.js'
import type { Message } from '../../base/model/types.js'
import { approveCall, denyCall } from '../../tools/policy/approval.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { ConversationError } from './conversation-error.js'
import type { ConversationState, ConversationStore } from './conversation-store.js'
import type {
  ApproveCallOptions,
  CallStatus,
  ConversationOptions,
  StoredConversation,
} from './conversation-types.js'
import { type Drive, type DriveOptions, startDrive } from './drive.js'
import { Log } from './log.js'
import type { ConversationRecord } from './records.js'
import type { CallState, RecordedCall } from './transcript.js'
import { cancelledResult, superseded } from './unfinished.js'

/**
 * Opens a conversation whose record is stored while it runs: each message, answer, call and approval is
 * stored before it has an effect. After a crash or a reload, or in another process, `runLoop({ conversation
 * })` continues where the record ends. Recorded answers are not requested again, and a call begins only once
 * unless its tool is `retryable`.
 * @param id the id of the conversation, such as that of the chat.
 * @throws AdapterError for an invalid option; errors of the store.
 * @example
 * const conversation = await openConversation('chat-17', { store })
 * await conversation.say('Order an umbrella')
 * const { messages } = await runLoop({ provider, conversation, tools }).result
 */
export async function openConversation(
  id: string,
  options: ConversationOptions,
): Promise<StoredConversation> {
  expectConversation(id, options)
  const { store, messages = [], clock = Date.now, keepRaw } = options
  const log = new Log(id, store, clock, keepRaw)
  await log.refresh()
  if (messages.length > 0)
    await log.commit(({ length }) =>
      length > 0 ? [] : messages.map((message) => ({ type: 'said', message })),
    )
  return new Handle(log, options)
}

const LIST: Called = ['listConversations needs a store', 'listConversations(store, state)']

/**
 * Returns the ids of the conversations in a state. A `running` conversation whose process died is returned
 * until its lease ends; open the conversation to get its current state.
 */
export function listConversations(
  store: ConversationStore,
  state: ConversationState,
): Promise<readonly string[]> {
  expectGiven(store, LIST)
  expectFunction(store.list, LIST, '/list')
  return store.list(state)
}

const OPTIONS: KnownOptions<ConversationOptions> = {
  store: true,
  messages: true,
  whenBusy: true,
  lease: true,
  keepRaw: true,
  interval: true,
  clock: true,
}

/** Default times, in milliseconds. */
const DEFAULTS = { lease: 30_000, interval: 500 }

function expectConversation(id: unknown, options: ConversationOptions): void {
  if (typeof id !== 'string' || id === '')
    throw new AdapterError('missing-field', '/id', 'a conversation needs an id: a text that is not empty')
  expectOptions(options, OPTIONS, ['openConversation', 'openConversation(id, { store })'])
  const { store, messages = [], lease = DEFAULTS.lease, interval = DEFAULTS.interval } = options
  if (typeof store?.append !== 'function')
    throw new AdapterError(
      'missing-field',
      '/store',
      'a conversation needs a store, such as sqliteConversations(file)',
    )
  expectMessages(messages, '/messages')
  for (const [name, value] of Object.entries({ lease, interval }))
    if (!(value > 0))
      throw new AdapterError('wrong-type', `/${name}`, `${name} has to be a positive number of milliseconds`)
}

/** An open handle of a conversation. */
class Handle implements StoredConversation {
  /** The latest drive. */
  #drive: Drive | undefined

  constructor(
    private readonly log: Log,
    private readonly options: ConversationOptions,
  ) {}

  get id(): string {
    return this.log.id
  }

  get messages(): readonly Message[] {
    return this.log.transcript.messages
  }

  get earlierMessages(): readonly Message[] {
    const { transcript, now } = this.log
    return transcript.isDriven(now) ? transcript.earlierMessages : transcript.messages
  }

  get state(): ConversationState {
    return this.log.transcript.stateAt(this.log.now)
  }

  get approvals(): readonly ApprovalRequest[] {
    return this.calls.flatMap(({ state, request }) => (state === 'waiting' && request ? [request] : []))
  }

  get calls(): readonly CallStatus[] {
    const { transcript, now } = this.log
    return transcript.latestCalls.map((call) => ({ ...call, state: transcript.stateOf(call, now) }))
  }

  refresh(): Promise<void> {
    return this.log.refresh()
  }

  async say(said: Message | string, key?: string): Promise<boolean> {
    const message = typeof said === 'string' ? userMessage(said) : said
    expectMessage(message)
    let isNew = true
    await this.log.commit((transcript, now) => {
      isNew = key === undefined || !transcript.hasKey(key)
      if (!isNew) return []
      const isWorking = transcript.isDriven(now) && this.#drive?.isIdle !== true
      return [
        ...(isWorking ? [] : superseded(transcript, now, message)),
        compact({ type: 'said' as const, message, key }),
      ]
    })
    return isNew
  }

  approve(id: string, options: ApproveCallOptions = {}): Promise<void> {
    return this.#decide(id, (request) => approveCall(request, options))
  }

  deny(id: string, reason?: string): Promise<void> {
    return this.#decide(id, (request) => denyCall(request, reason))
  }

  retry(callId: string): Promise<void> {
    return this.#change(callId, ['unknown'], ({ turn }) => ({ type: 'call-retried', turn, callId }))
  }

  cancel(callId: string, reason?: string): Promise<void> {
    return this.#change(callId, ['open', 'waiting', 'unknown'], ({ turn, call }, state) => ({
      type: 'call-ended',
      turn,
      callId,
      result: cancelledResult(call, state, reason),
    }))
  }

  async stop(reason?: string): Promise<void> {
    await this.log.commit((transcript, now) =>
      transcript.isDriven(now) ? [compact({ type: 'stopped' as const, reason })] : [],
    )
    this.#drive?.look()
  }

  rewind(count: number): Promise<void> {
    return this.log.commit((transcript) =>
      transcript.isLongerThan(count) ? [{ type: 'rewound', messages: count }] : [],
    )
  }

  get reserved(): Drive | undefined {
    return this.#drive?.isUnused === true ? this.#drive : undefined
  }

  async drive(options: DriveOptions = {}): Promise<Drive> {
    if (this.#drive?.isLeft === true) await this.#drive.ended(options.signal)
    const { lease = DEFAULTS.lease, interval = DEFAULTS.interval, whenBusy } = this.options
    this.#drive = await startDrive(this.log, { lease, interval }, compact({ whenBusy, ...compact(options) }))
    return this.#drive
  }

  child(name: string): Promise<StoredConversation> {
    const { messages: _messages, ...options } = this.options
    // The child waits, since the lease of a dead process may not have ended yet.
    return openConversation(`${this.id}/${name}`, { ...options, whenBusy: 'wait' })
  }

  async #decide(id: string, answer: (request: ApprovalRequest) => Approval): Promise<void> {
    await this.log.commit((transcript, now) => {
      const known = transcript.requested(id)
      if (known?.request === undefined) throw this.#unknown('request for approval', id)
      const { turn, call, request } = known
      const approval = answer(request)
      // The same decision was already recorded, for instance by a second click or in another tab.
      if (known.approval?.decision.type === approval.decision.type) return []
      if (transcript.stateOf(known, now) !== 'waiting') throw this.#superseded(request)
      return [{ type: 'approval-answered', turn, callId: call.id, approval }]
    })
  }

  async #change(
    callId: string,
    states: readonly CallState[],
    record: (call: RecordedCall, state: CallState) => ConversationRecord,
  ): Promise<void> {
    await this.log.commit((transcript, now) => {
      const known = transcript.call(callId)
      const state = known && transcript.stateOf(known, now)
      if (known === undefined || state === undefined || !states.includes(state))
        throw this.#unknown(`${states.join(' or ')} call`, callId)
      return [record(known, state)]
    })
  }

  #unknown(what: string, id: string): ConversationError {
    return new ConversationError(
      'unknown-id',
      this.id,
      `The conversation "${this.id}" has no ${what} "${id}".`,
    )
  }

  #superseded(request: ApprovalRequest): ConversationError {
    const message = `The request to run "${request.name}" is no longer open: it was answered, or the user continued without an answer.`
    return new ConversationError('superseded', this.id, message, request)
  }
}
