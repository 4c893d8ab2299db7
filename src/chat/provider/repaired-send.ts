import { unlessAborted } from '../../base/http/abort.js'
import { type HttpFacts, httpFacts } from '../../base/http/error-facts.js'
import { isRefusal } from '../../base/http/http-message.js'
import type { JsonObject } from '../../base/json/json-types.js'
import type { Notice } from '../../base/model/context.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { RefusalError } from '../../translate/repair/refusal-error.js'
import {
  type RepairedRequest,
  type RequestRepair,
  repairRefused,
} from '../../translate/repair/request-repair.js'

/** A request and the options for fixing it. */
export interface RepairedSending<Source> {
  readonly adapter: Adapter
  readonly request: JsonObject
  readonly repair: RequestRepair
  readonly signal: AbortSignal
  ask(request: JsonObject): Promise<Source>
  report(notice: Notice): void
}

/** An answer, and the repaired request to which the answer belongs. */
export interface RepairedAnswer<Source> {
  readonly source: Source | Response
  /** The repaired request. Absent if the original request was answered. */
  readonly repaired?: RepairedRequest | undefined
}

/** A refusal: the error to throw, and the response, if `fetch` returned one. */
interface Refused {
  readonly error: unknown
  readonly response?: Response
}

/**
 * Sends a request, and sends the repaired request if it is refused. A refusal comes before any part of an
 * answer.
 * @throws RefusalError for a refusal with a known reason; otherwise the error of `ask`.
 */
export async function sendRepaired<Source>(
  sending: RepairedSending<Source>,
): Promise<RepairedAnswer<Source>> {
  const { request, repair, signal, report } = sending
  const learned = await unlessAborted(
    repair.before(() => request),
    signal,
  )
  for (const { notice } of learned) report(notice)
  let first: Refused | undefined
  let repaired = learned.at(-1)
  let isRepaired = false
  for (;;) {
    const sent = repaired?.request ?? request
    const outcome = await tryOnce(sending, sent)
    if ('source' in outcome) {
      if (first !== undefined) repair.accepted()
      return { source: outcome.source, repaired }
    }
    if (first === undefined || repaired?.isOriginal) first = outcome
    const next = await unlessAborted(repair.after(outcome.error, sent), signal)
    if (next === undefined) {
      if (isRepaired && repaired !== undefined) report(repairRefused(repaired))
      return givenUp(first, repair, isRepaired)
    }
    signal.throwIfAborted()
    report(next.notice)
    repaired = next
    isRepaired = !next.isOriginal
  }
}

async function tryOnce<Source>(
  { adapter, ask, signal }: RepairedSending<Source>,
  request: JsonObject,
): Promise<{ readonly source: Source } | Refused> {
  try {
    const source = await ask(request)
    if (!(source instanceof Response) || !isRefusal(source)) return { source }
    return await unlessAborted(refusedWith(source, adapter), signal)
  } catch (error) {
    if (signal.aborted || !isRefusal(factsOf(error))) throw error
    return { error }
  }
}

function factsOf(error: unknown): HttpFacts {
  return error instanceof ResponseError ? error.error : httpFacts(error)
}

/** Returns a refusal whose response can be read again. */
async function refusedWith(response: Response, adapter: Adapter): Promise<Refused> {
  const text = await response.text()
  const { status, statusText, headers } = response
  const again = () => new Response(text, { status, statusText, headers })
  const answer = await adapter.collect(again())
  return { error: new ResponseError(answer, answer.error ?? { message: text, status }), response: again() }
}

/** Ends the repair. A refusal without a known reason is returned or thrown as without the rules. */
function givenUp({ error, response }: Refused, { explained }: RequestRepair, isRepaired: boolean) {
  const [refusal, ...tried] = explained
  if (refusal !== undefined) throw new RefusalError(refusal, isRepaired ? tried : [], error)
  if (response === undefined) throw error
  return { source: response }
}
