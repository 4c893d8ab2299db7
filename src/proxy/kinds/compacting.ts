import type { HttpAnswer } from '../../base/http/http-message.js'
import { stringifyExact } from '../../base/json/parse.js'
import { compact } from '../../base/json/write-json.js'
import type { ModelResponse } from '../../base/model/types.js'
import type { MadeAnswer } from '../answer-client.js'
import { type ClientRequest, readRequest } from '../client-request.js'
import { compactedBody, summaryAnswer, summaryOf } from '../compaction.js'
import type { History } from '../history.js'
import { passedAnswer } from '../passed-answer.js'
import { keyOf, type Target } from '../proxy-target.js'
import type { RequestScope } from '../request-scope.js'

/** A request to compact a conversation. */
export interface Compacting {
  /** The generating request for the summary. */
  readonly question: ClientRequest
  readonly history: History
  /** True for a request that only compacts, at a separate path. */
  readonly isAlone: boolean
}

/** Returns the compaction that a request asks for; undefined if the client's wire does not compact. */
export function compactingOf(
  scope: RequestScope,
  asked: ClientRequest,
  isAlone: boolean,
): Compacting | undefined {
  const { server, answerFields, body, client, model } = asked
  const value = server?.compaction?.question(body)
  if (value === undefined) return undefined
  const document = { value, exactText: () => undefined }
  const read = readRequest(scope.request, document, { client, model })
  const question = { ...read, server, answerFields, body, streams: asked.streams }
  return { question, isAlone, history: scope.historyOf(question) }
}

/** Creates the client's answer from the summary that a target wrote. */
export async function summarized(
  scope: RequestScope,
  answer: ModelResponse,
  { question, history, isAlone }: Compacting,
): Promise<MadeAnswer> {
  const { client, server } = question
  if (server?.compaction === undefined) return { response: answer }
  const summary = await summaryOf(answer, server.compaction, scope.sealOf(client))
  scope.notes.addNotices(summary.notices)
  if (isAlone) return { body: compactedBody(answer, summary, question) }
  const response = summaryAnswer(answer, summary, client.id)
  await history.keepSummary(response, summary.message)
  return { response }
}

/** Statuses of servers without the path. */
const UNKNOWN_PATH: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Forwards the request to a target of the client's own wire. Returns undefined if the target cannot compact,
 * or if the next target should be tried.
 */
export async function compactedByTarget(
  scope: RequestScope,
  target: Target,
  asked: ClientRequest,
  isLast: boolean,
): Promise<HttpAnswer | undefined> {
  const { client, body } = asked
  const path = client.codecs.http.compact?.pathFor()
  if (path === undefined) return undefined
  scope.noteTarget(target, target.model ?? asked.model)
  const key = await keyOf(target)
  const text = stringifyExact(compact({ ...body, model: target.model ?? body.model }))
  const response = await scope.tryTarget({ target, path, body: text, key }, isLast)
  if (response === undefined) return undefined
  if (!UNKNOWN_PATH.has(response.status)) return passedAnswer(scope.passed(response, client, key))
  void response.body?.cancel().catch(() => undefined)
  return undefined
}
