import type { ResultRecord, TurnRecord } from './session-messages.js'

/** The open calls and results of one turn of the model. */
export interface SessionTurn {
  /** The record of the turn's results. */
  readonly record: ResultRecord
  /** Ids of the calls without a result so far. */
  readonly open: Set<string>
  /** True if all calls of the turn have been received. */
  isOver: boolean
  /**
   * The reason of an early end by the user or the client: in this case no answer is requested. Default: none.
   */
  end?: 'interrupted' | 'stopped'
  /** True if a result was sent to the provider, so that an answer has to be requested. */
  isAnswered: boolean
}

/** A running turn of the model. */
export interface ModelTurn extends SessionTurn {
  readonly record: TurnRecord
}

export function newTurn<Record extends ResultRecord>(
  record: Record,
): SessionTurn & { readonly record: Record } {
  return { record, open: new Set(), isOver: false, isAnswered: false }
}

/**
 * Decides when an answer is requested: once for each turn whose calls have all been answered, and on request
 * of the client. Answers are never requested during an answer, because providers reject this.
 */
export class Turns {
  /** The running turn of the model. */
  current: ModelTurn | undefined
  /** True if a requested answer has not begun. */
  isAsked = false
  #isWanted = false
  #isReady = false

  /**
   * @param respond sends the request and returns false if the wire has no message for a request. In this case
   * the model answers without a request.
   */
  constructor(private readonly respond: () => boolean) {}

  /** Requests an answer as soon as possible. Repeated calls request one answer. */
  want(): void {
    this.#isWanted = true
    this.#ask()
  }

  begin(turn: ModelTurn): void {
    this.current = turn
    this.isAsked = false
  }

  /** Ends the turn of the model. */
  end(): void {
    const turn = this.current
    this.current = undefined
    if (turn !== undefined) {
      turn.isOver = true
      this.settle(turn)
    }
    this.#ask()
  }

  /** Handles the result of a call. Called each time a call of the turn has received its result. */
  settle(turn: SessionTurn): void {
    if (!turn.isOver || turn.open.size > 0 || !turn.isAnswered) return
    turn.isAnswered = false
    if (turn.end === undefined) this.want()
  }

  /**
   * Records that the requested answer will not follow.
   * @param isWanted true if the answer has to be requested again.
   */
  refused(isWanted: boolean): void {
    this.isAsked = false
    this.#isWanted ||= isWanted
    this.#ask()
  }

  /** Requests a pending answer once the connection is ready for messages. */
  ready(): void {
    this.#isReady = true
    this.#ask()
  }

  /** Handles the loss of the connection. A pending answer will be requested on the next connection. */
  lost(): void {
    this.#isReady = false
    this.#isWanted ||= this.isAsked || this.current !== undefined
    this.isAsked = false
  }

  /** Cancels pending requests. */
  forget(): void {
    this.#isWanted = false
  }

  #ask(): void {
    if (!this.#isWanted || !this.#isReady || this.isAsked || this.current !== undefined) return
    this.#isWanted = false
    this.isAsked = this.respond()
  }
}
