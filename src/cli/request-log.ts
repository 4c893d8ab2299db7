import { reasonOf } from '../base/http/reason.js'
import { pathWithoutKeys } from '../proxy/proxy-target.js'
import { shown } from '../traffic/input/shown-text.js'
import { redactText } from '../traffic/redaction/redact.js'
import type { ReplayOutcome } from '../traffic/replay/replay-fetch.js'
import type { AnsweredRequest } from '../traffic/replay/server.js'
import type { Paint } from './paint.js'

/** Maximum length of a reason, since the reason of a miss may list several differences. */
const LONGEST_REASON = 1000

/**
 * Logs one line of text per request, for terminals and files: method, path, status, outcome, milliseconds and
 * reason. The query is omitted because it may contain keys, and keys in the path are redacted.
 */
export class RequestLog {
  readonly #outcomes = new WeakMap<Response, ReplayOutcome>()

  constructor(
    private readonly write: (line: string) => unknown,
    private readonly paint: Paint,
  ) {}

  /** Called when the outcome of a request is known, before `answered`. */
  readonly outcome = (response: Response, outcome: ReplayOutcome): void => {
    this.#outcomes.set(response, outcome)
  }

  /** Called when an answer was sent or failed. */
  readonly answered = ({ method, path, status, milliseconds, response, error }: AnsweredRequest): void => {
    const outcome = response && this.#outcomes.get(response)
    const type = error === undefined ? (outcome?.type ?? 'answered') : 'failed'
    const why = error === undefined ? reason(outcome) : reasonOf(error)
    const words = [
      method,
      shown(pathWithoutKeys(`http://localhost${path}`, []), 200),
      status,
      this.#painted(type),
      `${Math.round(milliseconds)} ms`,
    ]
    const lines = why.split('\n').flatMap((line) => line.trim() || [])
    const told = shown(redactText(lines.join(' ')), LONGEST_REASON)
    this.write(`${[...words, ...(told === '' ? [] : [told])].join('  ')}\n`)
  }

  #painted(type: ReplayOutcome['type'] | 'answered' | 'failed'): string {
    if (type === 'hit' || type === 'recorded') return this.paint.green(type)
    return type === 'fault' ? this.paint.yellow(type) : this.paint.red(type)
  }
}

/** Returns the id of the recording that answered, or the reason for a miss. */
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
