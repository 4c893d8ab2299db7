import { unlessAborted } from '../../base/http/abort.js'
import { type HttpFacts, httpFacts } from '../../base/http/error-facts.js'
import { isRefusal } from '../../base/http/http-message.js'
import type { JsonObject } from '../../base/json/json-types.js'
import type { Notice } from '../../base/model/context.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { RefusalError } from '../../translate/repair/refusal-error.js'
import {
  type MendedRequest,
  type RequestRepair,
  repairRefused,
} from '../../translate/repair/request-repair.js'

/** One request, and how it may be mended. */
export interface RepairedSending<Source> {
  readonly adapter: Adapter
  readonly request: JsonObject
  readonly repair: RequestRepair
  readonly signal: AbortSignal
  ask(request: JsonObject): Promise<Source>
  report(notice: Notice): void
}

/** What was answered, and to which mended request. */
export interface RepairedAnswer<Source> {
  readonly source: Source | Response
  /** Default: to the request as it was. */
  readonly mended?: MendedRequest | undefined
}

/** A refusal: what is thrown for it, and the answer, where it is one that `fetch` gave. */
interface Refused {
  readonly error: unknown
  readonly response?: Response
}

/**
 * Asks, and asks again with the mended request when it is refused. Nothing of an answer has come by then.
 * @throws RefusalError for a refusal whose reason is known; what `ask` throws else.
 */
export async function sendRepaired<Source>(
  sending: RepairedSending<Source>,
): Promise<RepairedAnswer<Source>> {
  const { request, repair, signal, report } = sending
  let first: Refused | undefined
  let mended: MendedRequest | undefined
  for (;;) {
    const sent = mended?.request ?? request
    const outcome = await tryOnce(sending, sent)
    if ('source' in outcome) return { source: outcome.source, mended }
    first ??= outcome
    const next = await unlessAborted(repair.after(outcome.error, sent), signal)
    if (next === undefined) {
      if (mended !== undefined) report(repairRefused(mended))
      return givenUp(first, repair, mended !== undefined)
    }
    signal.throwIfAborted()
    report(next.notice)
    mended = next
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

/** The refusal can be read again. */
async function refusedWith(response: Response, adapter: Adapter): Promise<Refused> {
  const text = await response.text()
  const { status, statusText, headers } = response
  const again = () => new Response(text, { status, statusText, headers })
  const answer = await adapter.collect(again())
  return { error: new ResponseError(answer, answer.error ?? { message: text, status }), response: again() }
}

/** What nobody can explain comes as it would without the rules. */
function givenUp({ error, response }: Refused, { explained }: RequestRepair, isMended: boolean) {
  const [refusal, ...tried] = explained
  if (refusal !== undefined) throw new RefusalError(refusal, isMended ? tried : [], error)
  if (response === undefined) throw error
  return { source: response }
}
