import { finishOf } from '../../src/base/model/outcome.js'
import type { Outcome } from '../../src/base/model/types.js'
import type { SessionAction, SessionEvent } from '../../src/codec/stream/session-codec.js'
import type { Message, ToolResult } from '../../src/index.js'
import { toolCall } from '../../src/index.js'
import { ScriptedSocket } from '../support/plain-session.js'

/** How many calls a turn makes, which of them are broken, and with which tools. */
export interface TurnPlan {
  readonly calls: readonly { readonly tool: string; readonly isWhole: boolean }[]
}

/** What a server and its client did, over all connections. */
export interface Ledger {
  /** Ids of whole calls that the client was told of. */
  readonly told: Set<string>
  /** Of calls that the client was told to be cancelled, or interrupted, before their answer. */
  readonly cancelled: Set<string>
  /** Of the calls of turns that were interrupted, and of cancelled calls: nobody has to ask for an answer to them. */
  readonly void: Set<string>
  /** Ids in the order in which their results were said. */
  readonly answered: string[]
  /** What should never happen. */
  readonly wrong: string[]
  /** How often an answer was asked for, without those that were refused. */
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
 * A server of plain sessions. What is said waits on its way, in both directions, until the test lets it through: so both sides may
 * speak at once, as over a network.
 */
export class ScriptedServer {
  readonly socket: ScriptedSocket
  readonly #toServer: SessionAction[] = []
  readonly #toClient: SessionEvent[] = []
  /** Whether the server answers, and whether the client has heard of it. */
  #runs = false
  #isHeard = false
  /** Calls of the turn that the client hears of. */
  #heardTurn: string[] = []
  /** Calls that wait for an answer. */
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

  /** The conversation that the connection was opened with. */
  get opening(): readonly Message[] {
    const [first] = this.socket.said
    return first?.type === 'open' ? first.conversation.messages : []
  }

  /** One action gets through. */
  hear(): void {
    const action = this.#toServer.shift()
    if (action === undefined || this.#isDropped) return
    if (action.type === 'respond') this.#respond()
    if (action.type === 'cancel' && this.#runs) this.end()
  }

  /** One event gets through. */
  tell(): void {
    const event = this.#toClient.shift()
    if (event === undefined || this.#isDropped) return
    this.#heard(event)
    this.socket.tell(event)
  }

  ready(): void {
    this.#toClient.push({ type: 'session-ready' })
  }

  /** The model begins to answer, asked or by itself. */
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

  /** The connection breaks off: what is under way is lost. */
  drop(): void {
    if (this.#isDropped || this.socket.readyState !== 1) return
    this.#isDropped = true
    this.socket.drop()
  }

  #respond(): void {
    if (this.#runs) this.#toClient.push({ type: 'respond-refused' })
    else this.begin()
  }

  /** What the client says, at the moment when it says it. */
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

  /** What the client hears of from now on. */
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
