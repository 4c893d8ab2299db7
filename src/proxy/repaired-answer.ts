import { isRefusal, type StreamedAnswer } from '../base/http/http-message.js'
import { parseExact } from '../base/json/parse.js'
import { objectIn } from '../base/json/read-json.js'
import { refuseBroken } from '../translate/lint/refuse-broken.js'
import { loadedRules, type RefusalSource } from '../translate/repair/refusal.js'
import {
  namesAfter,
  type RepairedRequest,
  RequestRepair,
  repairRefused,
} from '../translate/repair/request-repair.js'
import type { Written } from './client-request.js'
import type { Target } from './proxy-target.js'
import { type AnswerBody, answerText } from './reading.js'

/**
 * Checks a request against the rules of its target.
 * @throws AdapterError for a request that breaks a rule of the target.
 */
export async function refuseRefused({ rules, limits }: Target, { text }: Written): Promise<void> {
  if (rules !== undefined) refuseBroken(await loadedRules(rules), objectIn(parseExact(text)), limits)
}

/** Creates the repair of one request to a target with rules. */
export function createRepair(target: Target, rules: RefusalSource, key: string): RequestRepair {
  const { repair: times = 1, limits, adapter, learned } = target
  return new RequestRepair({ codecs: adapter.codecs, rules, limits, times, learned, key })
}

/** Returns the request with the remembered fixes that apply to it, and their notices. */
export async function withLearned(repair: RequestRepair, written: Written): Promise<Written> {
  const made = await repair.before(() => objectIn(parseExact(written.text)))
  const last = made.at(-1)
  if (last === undefined) return written
  return { ...writtenAs(last, written), notices: [...written.notices, ...made.map(({ notice }) => notice)] }
}

/** The response of a target to a request, and a function that sends the request again. */
export interface AskedTarget extends AnswerBody {
  readonly target: Target
  readonly repair: RequestRepair
  /** The request as it was encoded. */
  readonly original: Written
  /** The request that was answered. */
  readonly written: Written
  ask(text: string): Promise<StreamedAnswer>
}

/** An answer, with its request. */
export type Answered = Pick<AskedTarget, 'response' | 'written'>

/**
 * Returns the answer, if necessary to a repaired request. If every attempt is refused, the first refusal of the
 * original request is returned.
 * @throws ProxyFailure if a target can no longer be reached.
 */
export async function repairedAnswer(asked: AskedTarget): Promise<Answered> {
  const { notes, signal, ask, original, repair } = asked
  let { written, response } = asked
  let words = await answerText(asked)
  let first = { response, written, words }
  let repaired: RepairedRequest | undefined
  for (;;) {
    const next = await repair.after(words, objectIn(parseExact(written.text)))
    if (next === undefined) {
      if (repaired !== undefined && !repaired.isOriginal) notes.addNotices([repairRefused(repaired)])
      const { status, headers } = first.response
      const body = new Response(first.words).body
      return { response: { status, headers, body }, written: first.written }
    }
    signal.throwIfAborted()
    notes.addNotices([next.notice])
    written = next.isOriginal ? original : writtenAs(next, original)
    response = await ask(written.text)
    if (!isRefusal(response)) {
      repair.accepted()
      return { response, written }
    }
    words = await answerText({ ...asked, response })
    if (next.isOriginal) first = { response, written, words }
    repaired = next
  }
}

function writtenAs({ text, renamed }: RepairedRequest, written: Written): Written {
  const { restorable } = written
  return {
    ...written,
    ...{ text, pieces: undefined },
    restorable: { ...restorable, toolNames: namesAfter(restorable.toolNames, renamed) },
  }
}
