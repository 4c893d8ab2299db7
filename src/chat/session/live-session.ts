import { AdapterError } from '../../base/json/adapter-error.js'
import { compact } from '../../base/json/write-json.js'
import type { Notice } from '../../base/model/context.js'
import { expectMessage } from '../../base/model/expect.js'
import type { Conversation, MediaPart, Message } from '../../base/model/types.js'
import type { SessionEvent } from '../../codec/stream/session-codec.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import { createExecutor } from '../../tools/executor/executor.js'
import type { Executor } from '../../tools/executor/executor-types.js'
import { expectDistinct, expectOneOrigin, firstOfEach } from '../../tools/lookup.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { whenAborted } from '../../tools/signals.js'
import { conversationContext } from '../conversation/conversation-extension.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import { Answering } from './answering.js'
import { EventQueue } from './event-queue.js'
import { Link, type Opening } from './link.js'
import { SessionMessages } from './session-messages.js'
import { SessionRecord } from './session-record.js'
import type { LiveEvent, Session, SessionChanges, SessionOptions } from './session-types.js'
import { isOfTurn } from './session-wire.js'

/** The default number of events that may wait for a slow client. */
const CAPACITY = 1024

/** A running session: sends messages, receives events, and extends the conversation. */
export class LiveSession implements Session {
  readonly #options: SessionOptions
  readonly #queue: EventQueue
  readonly #messages: SessionMessages
  readonly #executor: Executor
  readonly #answering: Answering
  readonly #record: SessionRecord | undefined
  readonly #link: Link
  #settings: Omit<Conversation, 'messages' | 'tools'>
  #tools: readonly RunnableTool[]
  /**
   * The handle with which the provider resumes, and the part of the conversation that the provider then
   * knows.
   */
  #resumption: { readonly handle: string; readonly mark: number } | undefined
  #isIterated = false
  /** The error that ended the session, other than errors of the connection. */
  #failure: readonly [unknown] | undefined

  constructor(adapter: Adapter, options: SessionOptions) {
    const { tools = [], context, policy, approve, approvals, signal, conversation } = options
    this.#options = options
    this.#tools = tools
    this.#settings = settingsOf(options)
    this.#queue = new EventQueue(options.capacity ?? CAPACITY)
    const messages = options.messages ?? conversation?.messages ?? []
    this.#messages = new SessionMessages(messages, options.instructions)
    this.#executor =
      options.executor ?? createExecutor(compact({ tools: () => this.#tools, context, policy, approve }))
    this.#record = conversation && this.#recordOf(conversation, adapter.id)
    this.#answering = new Answering({
      ...compact({ approve, approvals, record: this.#record }),
      ...compact({ context: conversation ? conversationContext(context, conversation) : context }),
      wire: adapter.id,
      messages: this.#messages,
      executor: this.#executor,
      say: (result) => void this.#link.say((wire) => wire.result(result)),
      respond: () => this.#respond(),
      event: (event) => this.#queue.push(event),
      notice: (notice) => this.#notice(notice),
    })
    this.#link = new Link(adapter, options, {
      opening: () => this.#opening(),
      event: (event) => this.#told(event),
      ready: () => this.#answering.turns.ready(),
      losing: () => this.#answering.losing(),
      lost: () => this.#lost(),
      reconnecting: (attempt, error) => this.#queue.push({ type: 'reconnecting', attempt, error }),
      ended: (...error) => this.#ended(error),
    })
    if (signal !== undefined) whenAborted(signal, () => void this.close())
    void this.#start()
  }

  get messages(): readonly Message[] {
    return this.#messages.all
  }

  get approvals(): readonly ApprovalRequest[] {
    return this.#answering.approvals
  }

  send(message: Message): void {
    expectMessage(message)
    const results = message.parts.filter((part) => part.type === 'tool-result')
    for (const result of results) if (!this.#answering.answer(result)) this.#late(result.callId)
    if (message.role === 'tool') return
    this.#link.say((wire) => wire.messages([message]))
    this.#messages.add(message)
    this.#record?.said(message)
  }

  input(part: MediaPart): void {
    if (!this.#link.sayNow((wire) => wire.say({ type: 'input', part }))) this.#queue.dropped()
  }

  endInput(): void {
    this.#link.sayNow((wire) => wire.say({ type: 'input-end' }))
  }

  respond(): void {
    this.#answering.turns.want()
  }

  cancel(): void {
    const { current, isAsked } = this.#answering.turns
    if (current !== undefined || isAsked) this.#link.say((wire) => wire.say({ type: 'cancel' }))
    this.#answering.stop()
  }

  approve(approval: Approval): boolean {
    return !this.#link.isOver && this.#answering.approve(approval)
  }

  update({ tools, instructions, ...settings }: SessionChanges): void {
    if (tools !== undefined) {
      expectDistinct(tools)
      this.#tools = tools
    }
    if (instructions !== undefined) this.#messages.instructions = instructions
    this.#settings = { ...this.#settings, ...settings }
    const system = this.#messages.all.filter(({ role }) => role === 'system')
    this.#link.say((wire) => wire.update(this.#conversation(system)))
  }

  async close(): Promise<void> {
    if (this.#record !== undefined) this.#cut()
    this.#link.close()
    this.#answering.losing()
    this.#answering.lost()
    await this.#record?.close()
  }

  /** @throws AdapterError('unsupported') if the events were already read. */
  [Symbol.asyncIterator](): AsyncIterator<LiveEvent, undefined> {
    if (this.#isIterated)
      throw new AdapterError(
        'unsupported',
        '',
        'a session can be iterated only once: it has one list of events',
      )
    this.#isIterated = true
    return {
      next: () => this.#queue.next(),
      return: async () => {
        await this.close()
        return { done: true, value: undefined }
      },
    }
  }

  async #start(): Promise<void> {
    try {
      await this.#restore()
      this.#link.connect()
    } catch (error) {
      this.#fail(error)
    }
  }

  async #restore(): Promise<void> {
    const record = this.#record
    if (record === undefined) return this.#answering.restore()
    this.#messages.restore(await record.opened())
    await this.#answering.restoreRecorded(record)
  }

  #recordOf(conversation: StoredConversation, wire: string): SessionRecord {
    const { tools = [], model = '' } = this.#options
    return new SessionRecord({
      ...{ conversation, executor: this.#executor, tools, wire, model },
      ended: (reason) => this.#fail(reason),
      changed: () => {
        if (this.#record !== undefined) this.#answering.look(this.#record)
      },
    })
  }

  #respond(): boolean {
    this.#record?.asked()
    return this.#link.say((wire) => wire.say({ type: 'respond' }))
  }

  #lost(): void {
    this.#messages.lost()
    this.#answering.lost()
  }

  /** Ends a running answer, so that the record contains all received parts. */
  #cut(): void {
    this.#answering.losing()
    this.#link.cut()
  }

  /** Ends the session with an error; a stop is a normal end. */
  #fail(error: unknown): void {
    const isStop = error instanceof DOMException && error.name === 'AbortError'
    if (!isStop) this.#failure ??= [error]
    void this.close()
  }

  /** Ends the events, once the record is complete. */
  #ended(error: readonly unknown[]): void {
    if (this.#record === undefined) this.#queue.end(...(this.#failure ?? error))
    else void this.#record.close().then(() => this.#queue.end(...(this.#failure ?? error)))
  }

  #opening(): Opening {
    const { handle, mark = 0 } = this.#resumption ?? {}
    return compact({ conversation: this.#conversation(this.#messages.since(mark)), handle })
  }

  #conversation(messages: readonly Message[]): Conversation {
    const { definitions } = this.#executor
    expectOneOrigin(this.#tools, definitions)
    const tools = firstOfEach<RunnableTool>([...this.#tools, ...definitions])
    return { ...this.#settings, messages, ...(tools.length > 0 && { tools }) }
  }

  #told(event: SessionEvent): void {
    // Unread audio is discarded.
    if (event.type === 'interrupted') this.#queue.silence()
    this.#queue.push(event)
    if (isOfTurn(event)) this.#answering.push(event)
    else if (event.type === 'interrupted') this.#answering.interrupt()
    else if (event.type === 'calls-cancelled') this.#answering.cancelled(event.callIds)
    else if (event.type === 'respond-refused') this.#answering.turns.refused(true)
    else if (event.type === 'input-text') this.#hear(event)
    else if (event.type === 'resumption') this.#resume(event.handle)
  }

  #hear(event: Extract<SessionEvent, { type: 'input-text' }>): void {
    const saying = this.#messages.hear(event)
    this.#record?.heard(saying, event.isWhole)
  }

  #resume(handle: string | undefined): void {
    this.#resumption = handle === undefined ? undefined : { handle, mark: this.#messages.mark }
  }

  #late(callId: string): void {
    const message = `no call with the id "${callId.slice(0, 80)}" waits for this result; it is left out`
    this.#notice({ code: 'result-late', severity: 'warning', path: '', message })
  }

  #notice(notice: Notice): void {
    this.#options.onNotice?.(notice)
  }
}

/** Returns the options that are sent to the provider. */
function settingsOf({
  socket: _socket,
  conversation: _conversation,
  instructions: _instructions,
  messages: _messages,
  tools: _tools,
  executor: _executor,
  approvals: _approvals,
  reconnect: _reconnect,
  capacity: _capacity,
  limits: _limits,
  models: _models,
  onNotice: _onNotice,
  signal: _signal,
  context: _context,
  policy: _policy,
  approve: _approve,
  ...settings
}: SessionOptions) {
  return settings
}
