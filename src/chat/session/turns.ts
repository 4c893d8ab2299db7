import type { ResultRecord, TurnRecord } from './session-messages.js'

/** What is owed to the calls of one turn of the model. */
export interface Turn {
  /** Where results go. */
  readonly record: ResultRecord
  /** Ids of the calls that have no result yet. */
  readonly open: Set<string>
  /** Whether all of its calls have come. */
  isOver: boolean
  /** Whether the user interrupted it, or the client stopped it: then no answer is asked for. Default: neither. */
  end?: 'interrupted' | 'stopped'
  /** Whether the provider was given a result, so that it has to be asked for an answer. */
  isAnswered: boolean
}

/** A turn of the model that runs. */
export interface ModelTurn extends Turn {
  readonly record: TurnRecord
}

export function newTurn<Record extends ResultRecord>(record: Record): Turn & { readonly record: Record } {
  return { record, open: new Set(), isOver: false, isAnswered: false }
}

/**
 * When the model is asked to answer: once for each turn whose calls have all been answered and whenever the client wants, but
 * never while it answers, since providers refuse that.
 */
export class Turns {
  /** The turn of the model that runs. */
  current: ModelTurn | undefined
  /** Whether an answer was asked for that has not begun. */
  isAsked = false
  #isWanted = false
  #isReady = false

  /** @param respond says it. @returns whether the wire has a word for it: on others the model answers by itself. */
  constructor(private readonly respond: () => boolean) {}

  /** Asks as soon as that is possible. Wanting it twice is wanting it once. */
  want(): void {
    this.#isWanted = true
    this.#ask()
  }

  begin(turn: ModelTurn): void {
    this.current = turn
    this.isAsked = false
  }

  /** The model has ended its turn. */
  end(): void {
    const turn = this.current
    this.current = undefined
    if (turn !== undefined) {
      turn.isOver = true
      this.settle(turn)
    }
    this.#ask()
  }

  /** To be called when a call of the turn has got its result. */
  settle(turn: Turn): void {
    if (!turn.isOver || turn.open.size > 0 || !turn.isAnswered) return
    turn.isAnswered = false
    if (turn.end === undefined) this.want()
  }

  /** What was asked for is not coming. @param isWanted whether it has to be asked for again. */
  refused(isWanted: boolean): void {
    this.isAsked = false
    this.#isWanted ||= isWanted
    this.#ask()
  }

  /** The connection can take a word. */
  ready(): void {
    this.#isReady = true
    this.#ask()
  }

  /** The connection is gone, and what it owed will be asked for on the next one. */
  lost(): void {
    this.#isReady = false
    this.#isWanted ||= this.isAsked || this.current !== undefined
    this.isAsked = false
  }

  /** Nothing is to be asked for any more. */
  forget(): void {
    this.#isWanted = false
  }

  #ask(): void {
    if (!this.#isWanted || !this.#isReady || this.isAsked || this.current !== undefined) return
    this.#isWanted = false
    this.isAsked = this.respond()
  }
}
