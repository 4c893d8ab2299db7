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
import { textOf, type WholeBody } from './reading.js'

/** @throws AdapterError for a request that the target would refuse, as far as its rules tell. */
export async function refuseRefused({ rules, limits }: Target, { text }: Written): Promise<void> {
  if (rules !== undefined) refuseBroken(await loadedRules(rules), objectIn(parseExact(text)), limits)
}

/** What a target says to a request, and how it can be asked again. */
export interface AskedTarget extends WholeBody {
  readonly target: Target
  readonly written: Written
  /** Whether a request is not to be changed. */
  readonly isStrict: boolean
  ask(text: string): Promise<StreamedAnswer>
}

/** An answer, and what it answers. */
export type Answered = Pick<AskedTarget, 'response' | 'written'>

/**
 * The answer, if need be to a mended request. What was refused to the end is the first refusal.
 * @throws ProxyFailure when a target cannot be reached any more.
 */
export async function repairedAnswer(asked: AskedTarget): Promise<Answered> {
  const { response, target, written, isStrict } = asked
  const { rules, repair: times = 1, limits, adapter } = target
  if (rules === undefined || times === 0 || isStrict) return { response, written }
  const refusal = await textOf(asked)
  const repair = new RequestRepair({ codecs: adapter.codecs, rules, limits, times })
  const answered = await askedAgain(asked, repair, refusal)
  const { status, headers } = response
  return answered ?? { response: { status, headers, body: new Response(refusal).body }, written }
}

/** Nothing where the target refuses to the end. */
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
    words = await textOf({ ...asked, response })
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
