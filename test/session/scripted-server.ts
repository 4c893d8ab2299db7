import { finishOf } from '../../src/base/model/outcome.js'
import type { Outcome } from '../../src/base/model/types.js'
import type { SessionAction, SessionEvent } from '../../src/codec/stream/session-codec.js'
import type { Message, ToolResult } from '../../src/index.js'
import { toolCall } from '../../src/index.js'
import { ScriptedSocket } from '../support/plain-session.js'

/** The calls of a turn: the tool of each, and a flag for broken ones. */
export interface TurnPlan {
  readonly calls: readonly { readonly tool: string; readonly isWhole: boolean }[]
}

/** A record of the actions of a server and its client, over all connections. */
export interface Ledger {
  /** Ids of complete calls that were announced to the client. */
  readonly told: Set<string>
  /** Ids of calls that were cancelled or interrupted before their answer. */
  readonly cancelled: Set<string>
  /**
   * Ids of cancelled calls and of calls in interrupted turns. The client need not request an answer to these
   * calls.
   */
  readonly void: Set<string>
  /** Ids in the order of their results. */
  readonly answered: string[]
  /** Violations of the protocol. */
  readonly wrong: string[]
  /** The number of requests for an answer, without refused ones. */
  responds: number
  turns: number
}

export function newLedger(): Ledger {
  return {
    told: new Set(),
    cancelled: new Set(),
    void: new Set(),
    answered: [],
    wrong: [],
    responds: 0,
    turns: 0,
  }
}

/**
 * A server of plain sessions. Messages in both directions are delayed until the test releases them. Both
 * sides may therefore send at once, as over a network.
 */
export class ScriptedServer {
  readonly socket: ScriptedSocket
  readonly #toServer: SessionAction[] = []
  readonly #toClient: SessionEvent[] = []
  /** True if the server is answering. `#isHeard`: true if the client has been notified. */
  #runs = false
  #isHeard = false
  /** Calls of the turn that the client currently receives. */
  #heardTurn: string[] = []
  /** Calls without an answer. */
  readonly #open = new Set<string>()
  #isDropped = false

  constructor(
    private readonly ledger: Ledger,
    private readonly plans: () => TurnPlan,
  ) {
    this.socket = new ScriptedSocket((action) => this.#said(action))
  }

  get isIdle(): boolean {
    return this.#toServer.length + this.#toClient.length === 0 && !this.#runs && !this.#isDropped
  }

  /** Returns the conversation that opened the connection. */
  get opening(): readonly Message[] {
    const [first] = this.socket.said
    return first?.type === 'open' ? first.conversation.messages : []
  }

  /** Delivers one action to the server. */
  hear(): void {
    const action = this.#toServer.shift()
    if (action === undefined || this.#isDropped) return
    if (action.type === 'respond') this.#respond()
    if (action.type === 'cancel' && this.#runs) this.end()
  }

  /** Delivers one event to the client. */
  tell(): void {
    const event = this.#toClient.shift()
    if (event === undefined || this.#isDropped) return
    this.#heard(event)
    this.socket.tell(event)
  }

  ready(): void {
    this.#toClient.push({ type: 'session-ready' })
  }

  /** Lets the model begin to answer, requested or by itself. */
  begin(): void {
    if (this.#runs) return
    this.#runs = true
    this.ledger.turns += 1
    this.#toClient.push(
      { type: 'response-start', id: `r${this.ledger.turns}` },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Well.' },
      { type: 'text-end', id: 't', part: { type: 'text', text: 'Well.' } },
    )
    this.plans().calls.forEach(({ tool, isWhole }, index) => {
      const call = toolCall(`r${this.ledger.turns}c${index}`, tool)
      this.#open.add(call.id)
      const { arguments: _none, ...head } = call
      this.#toClient.push({
        type: 'tool-call',
        call: isWhole ? call : { ...head, status: 'truncated', rawArguments: '{' },
      })
    })
  }

  end(outcome: Outcome = 'tool-calls'): void {
    if (!this.#runs) return
    this.#runs = false
    this.#toClient.push({ type: 'finish', finish: finishOf(outcome) })
  }

  interrupt(): void {
    if (!this.#runs) return
    this.#toClient.push({ type: 'interrupted' })
    this.end('interrupted')
  }

  cancel(): void {
    const [first] = this.#open
    if (first !== undefined) this.#toClient.push({ type: 'calls-cancelled', callIds: [first] })
  }

  /** Interrupts the connection. Messages on their way are lost. */
  drop(): void {
    if (this.#isDropped || this.socket.readyState !== 1) return
    this.#isDropped = true
    this.socket.drop()
  }

  #respond(): void {
    if (this.#runs) this.#toClient.push({ type: 'respond-refused' })
    else this.begin()
  }

  /** Records an action when the client sends it. */
  #said(action: SessionAction): void {
    this.#toServer.push(action)
    const { ledger } = this
    if (action.type === 'respond') {
      ledger.responds += 1
      if (this.#isHeard) ledger.wrong.push('respond while an answer runs')
    }
    if (action.type === 'results') for (const result of action.results) this.#answered(result)
  }

  #answered({ callId }: ToolResult): void {
    const { ledger } = this
    if (ledger.answered.includes(callId)) ledger.wrong.push(`${callId} is answered twice`)
    if (ledger.cancelled.has(callId)) ledger.wrong.push(`${callId} is answered although it was cancelled`)
    ledger.answered.push(callId)
    this.#open.delete(callId)
  }

  /** Records an event when the client receives it. */
  #heard(event: SessionEvent): void {
    const { ledger } = this
    const cancel = (ids: readonly string[]) => {
      for (const id of ids) ledger.void.add(id)
      for (const id of ids) if (!ledger.answered.includes(id)) ledger.cancelled.add(id)
    }
    if (event.type === 'response-start') {
      this.#isHeard = true
      this.#heardTurn = []
    } else if (event.type === 'finish') this.#isHeard = false
    else if (event.type === 'respond-refused') ledger.responds -= 1
    else if (event.type === 'interrupted') cancel(this.#heardTurn)
    else if (event.type === 'calls-cancelled') cancel(event.callIds)
    else if (event.type === 'tool-call') {
      this.#heardTurn.push(event.call.id)
      if (event.call.status === 'complete') ledger.told.add(event.call.id)
    }
  }
}
