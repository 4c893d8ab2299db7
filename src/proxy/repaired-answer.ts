import { isRefusal, type StreamedAnswer } from '../base/http/http-message.js'
import { parseExact } from '../base/json/parse.js'
import { objectIn } from '../base/json/read-json.js'
import { refuseBroken } from '../translate/lint/refuse-broken.js'
import { loadedRules } from '../translate/repair/refusal.js'
import {
  type MendedRequest,
  namesAfter,
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

/** The response of a target to a request, and a function that sends the request again. */
export interface AskedTarget extends AnswerBody {
  readonly target: Target
  readonly written: Written
  /** True if a request must not be changed. */
  readonly isStrict: boolean
  ask(text: string): Promise<StreamedAnswer>
}

/** An answer, with its request. */
export type Answered = Pick<AskedTarget, 'response' | 'written'>

/**
 * Returns the answer, if necessary to a fixed request. If every attempt is refused, the first refusal is
 * returned.
 * @throws ProxyFailure if a target can no longer be reached.
 */
export async function repairedAnswer(asked: AskedTarget): Promise<Answered> {
  const { response, target, written, isStrict } = asked
  const { rules, repair: times = 1, limits, adapter } = target
  if (rules === undefined || times === 0 || isStrict) return { response, written }
  const refusal = await answerText(asked)
  const repair = new RequestRepair({ codecs: adapter.codecs, rules, limits, times })
  const answered = await askedAgain(asked, repair, refusal)
  const { status, headers } = response
  return answered ?? { response: { status, headers, body: new Response(refusal).body }, written }
}

/** Returns undefined if the target refuses every attempt. */
async function askedAgain(
  asked: AskedTarget,
  repair: RequestRepair,
  refusal: string,
): Promise<Answered | undefined> {
  const { notes, signal, ask } = asked
  let { written } = asked
  let words = refusal
  let mended: MendedRequest | undefined
  for (;;) {
    const next = await repair.after(words, mended?.request ?? objectIn(parseExact(written.text)))
    if (next === undefined) {
      if (mended !== undefined) notes.addNotices([repairRefused(mended)])
      return undefined
    }
    signal.throwIfAborted()
    notes.addNotices([next.notice])
    written = writtenAs(next, written)
    const response = await ask(next.text)
    if (!isRefusal(response)) return { response, written }
    words = await answerText({ ...asked, response })
    mended = next
  }
}

function writtenAs({ text, renamed }: MendedRequest, written: Written): Written {
  const { restorable } = written
  return {
    ...written,
    text,
    restorable: { ...restorable, toolNames: namesAfter(restorable.toolNames, renamed) },
  }
}
