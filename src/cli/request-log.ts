import { reasonOf } from '../base/http/reason.js'
import { shown } from '../traffic/input/shown-text.js'
import type { ReplayOutcome } from '../traffic/replay/replay-fetch.js'
import type { AnsweredRequest } from '../traffic/replay/server.js'
import type { Paint } from './paint.js'

/** Why a request was missed may list several differences. */
const LONGEST_REASON = 1000

/**
 * One line of text per request, in a terminal and in a file: method, path, status, what became of it, milliseconds and why.
 * The query is left out: keys stand there.
 */
export class RequestLog {
  readonly #outcomes = new WeakMap<Response, ReplayOutcome>()

  constructor(
    private readonly write: (line: string) => unknown,
    private readonly paint: Paint,
  ) {}

  /** Called when it is known how a request is answered; `answered` follows. */
  readonly outcome = (response: Response, outcome: ReplayOutcome): void => {
    this.#outcomes.set(response, outcome)
  }

  /** Called when an answer has been sent, or could not be. */
  readonly answered = ({ method, path, status, milliseconds, response, error }: AnsweredRequest): void => {
    const outcome = response && this.#outcomes.get(response)
    const type = error === undefined ? (outcome?.type ?? 'answered') : 'failed'
    const why = error === undefined ? reason(outcome) : reasonOf(error)
    const words = [method, shown(path, 200), status, this.#painted(type), `${Math.round(milliseconds)} ms`]
    const lines = why.split('\n').flatMap((line) => line.trim() || [])
    const told = shown(lines.join(' '), LONGEST_REASON)
    this.write(`${[...words, ...(told === '' ? [] : [told])].join('  ')}\n`)
  }

  #painted(type: ReplayOutcome['type'] | 'answered' | 'failed'): string {
    if (type === 'hit' || type === 'recorded') return this.paint.green(type)
    return type === 'fault' ? this.paint.yellow(type) : this.paint.red(type)
  }
}

/** Which recording answered, or why none did. */
function reason(outcome: ReplayOutcome | undefined): string {
  switch (outcome?.type) {
    case 'hit':
      return outcome.id
    case 'miss':
    case 'recorded':
      return outcome.reason ?? ''
    default:
      return ''
  }
}
