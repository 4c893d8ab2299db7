import { answerOf, type HttpAnswer, isOk, isRefusal, jsonAnswer } from '../../base/http/http-message.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { expectObject } from '../../base/json/read-json.js'
import type { Notice } from '../../base/model/context.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { framedFor } from '../../codec/wire/define-adapter.js'
import type { RequestRepair } from '../../translate/repair/request-repair.js'
import { answerClient } from '../answer-client.js'
import { conversationKey } from '../cache-watch.js'
import { type ClientRequest, unixSeconds, type Written, writeRequest } from '../client-request.js'
import { summaryRequest } from '../compaction.js'
import type { History } from '../history.js'
import { plannedTargets } from '../planned-targets.js'
import { notCarried, ProxyFailure } from '../proxy-failure.js'
import { headersFor, keyOf, pathAt, type Target, targetFor } from '../proxy-target.js'
import { createRepair, refuseRefused, repairedAnswer, withLearned } from '../repaired-answer.js'
import type { RequestScope } from '../request-scope.js'
import type { Route } from '../routes.js'
import { encoded } from '../streamed-body.js'
import { continuedBy, SubstituteTurns } from '../substitute-turns.js'
import { type Compacting, compactedByTarget, compactingOf, summarized } from './compacting.js'

/** Answers a request for a model's response. */
export async function generate(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  const document = await scope.body(client)
  await scope.pause()
  const chosen = scope.router.choose(scope.path, expectObject(document.value, ''))
  const route = scope.routeOf(chosen)
  return answerRequest(scope, route, await scope.read(document, chosen))
}

/** Answers a generating request. */
export async function answerRequest(
  scope: RequestScope,
  route: Route,
  asked: ClientRequest,
): Promise<HttpAnswer> {
  const { client, server, body } = asked
  const prepared = server?.prepared?.(body, unixSeconds())
  if (prepared !== undefined) return scope.ended(preparedAnswer(client, prepared, asked.streams))
  const isShorter = server?.compaction?.isAsked(body) === true
  return answerFromTargets(scope, route, asked, isShorter ? compactingOf(scope, asked, false) : undefined)
}

/** Returns an answer without a model's turn. */
function preparedAnswer({ codecs }: Adapter, data: JsonObject, streams: boolean): HttpAnswer {
  const { framing } = codecs.stream
  if (!streams) return jsonAnswer(data)
  return answerOf(new Uint8Array(encoded([framing.write({ data })])), {
    headers: { 'content-type': framing.contentType },
  })
}

/** Answers a request that only compacts a conversation. */
export async function answerCompaction(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  const document = await scope.body()
  const chosen = scope.router.chooseFor(client, scope.path, expectObject(document.value, ''))
  const route = scope.routeOf(chosen)
  const asked = await scope.read(document, chosen)
  return answerFromTargets(scope, route, asked, compactingOf(scope, asked, true))
}

/** Sends a request to the targets of a route in order, until a target does not refuse. */
async function answerFromTargets(
  scope: RequestScope,
  route: Route,
  asked: ClientRequest,
  compacting: Compacting | undefined,
): Promise<HttpAnswer> {
  await scope.reserve(asked, route)
  const targets =
    route.targets.length === 1 ? [{ target: route.targets[0] }] : plannedTargets(scope, route, asked)
  const history = scope.historyOf(asked)
  for (const [index, { target: configured, health }] of targets.entries()) {
    const target = targetFor(configured, asked.model)
    const isLast = index === targets.length - 1
    const isOwn = target.adapter.id === asked.client.id
    if (isOwn && compacting?.isAlone) {
      const native = await compactedByTarget(scope, target, asked, isLast)
      if (native !== undefined) return native
    }
    const shorter = isOwn && compacting?.isAlone !== true ? undefined : compacting
    const wanted = await wholeRequest(scope, shorter?.history ?? history, target)
    const asks = shorter === undefined ? wanted : summaryRequest(wanted)
    const original = await writtenFor(scope, route, target, asks)
    const repairFor = repairOf(scope, route, asked, target)
    const repair = repairFor?.(original)
    const written = repair === undefined ? original : await withLearned(repair, original)
    watchCache(scope, asked, target, written)
    const key = await keyOf(target)
    const path = pathAt(target, written.model, written.streams)
    const response = await scope.tryTarget(
      { target, path, body: written.pieces ?? written.text, key, health },
      isLast,
    )
    if (response === undefined) continue
    scope.notes.addNotices(written.notices)
    const attempt = {
      ...{ target: { ...target, adapter: framedFor(target.adapter, path) }, key, notes: scope.notes },
      ...{ signal: scope.signal, patience: scope.settings.patience },
    }
    const ask = (text: string) => scope.send(target, path, text, key)
    const answered =
      repair !== undefined && isRefusal(response)
        ? await repairedAnswer({ ...attempt, response, repair, original, written, ask })
        : { response, written }
    return answerClient({
      ...{ ...attempt, ...answered, asked },
      turns: substituteTurns(scope, asks, answered.written, target, repairFor),
      onAnswer: shorter === undefined ? history.keeping(target, answered.written) : undefined,
      made: shorter && ((answer) => summarized(scope, answer, shorter)),
      release: () => scope.release(),
    })
  }
  throw new ProxyFailure('internal', 'the route has no target')
}

async function wholeRequest(scope: RequestScope, history: History, target: Target): Promise<ClientRequest> {
  await scope.pause()
  const whole = await history.asked(target)
  await scope.pause()
  return whole
}

/** Creates the repair of a request; undefined if requests of this route to this target are not changed. */
function repairOf(
  scope: RequestScope,
  { isStrict }: Route,
  { client }: ClientRequest,
  target: Target,
): ((written: Written) => RequestRepair) | undefined {
  const { rules, repair, adapter } = target
  if (isStrict || rules === undefined || repair === 0) return undefined
  // These headers change what the target accepts.
  const names = adapter.codecs.http.access?.options ?? []
  const headers = names.map((name) => scope.request.headers.get(name))
  return ({ model }) =>
    createRepair(target, rules, JSON.stringify([scope.scopeOf(client), model, ...headers]))
}

/**
 * Encodes the request for a target.
 * @throws ProxyFailure on a strict route for a request that would lose content, or that the target is known
 * to refuse.
 */
async function writtenFor(
  scope: RequestScope,
  { isStrict }: Route,
  target: Target,
  asks: ClientRequest,
): Promise<Written> {
  const written = await writeRequest(asks, target, scope.pause)
  scope.noteTarget(target, written.model)
  const losses = isStrict ? written.notices.filter(isLoss) : []
  if (losses.length > 0) throw notCarried(losses)
  if (isStrict) await refuseRefused(target, written)
  return written
}

function isLoss({ severity }: Notice): boolean {
  return severity === 'warning'
}

/** Observes the prompt cache for one client, one target and one model, if misses are reported. */
function watchCache(
  scope: RequestScope,
  { client, conversation }: ClientRequest,
  { base }: Target,
  written: Written,
): void {
  if (!scope.notes.isReported) return
  const asker = [scope.scopeOf(client), base.href, written.model ?? ''].join('\n')
  // The text of written pieces is decoded only on demand.
  const body = written.pieces ?? written.text
  scope.notes.watchCache(scope.settings.cacheWatch.begin(conversationKey(asker, conversation), body))
}

/** Returns the further turns of an answer whose calls the proxy runs. */
function substituteTurns(
  scope: RequestScope,
  asked: ClientRequest,
  { substituted }: Written,
  target: Target,
  repairFor: ((written: Written) => RequestRepair) | undefined,
): SubstituteTurns | undefined {
  if (substituted.size === 0) return undefined
  const { id, codecs } = target.adapter
  return new SubstituteTurns({
    ...{ tools: substituted, wire: id, codec: codecs.stream, signal: scope.signal },
    timer: scope.settings.patience.timer,
    report: (notice) => scope.notes.addNotices([notice]),
    ask: async (soFar) => {
      const next = { ...asked, conversation: continuedBy(asked.conversation, soFar) }
      const written = await writeRequest(next, target, scope.pause)
      const repair = repairFor?.(written)
      const { text, model, streams } = repair ? await withLearned(repair, written) : written
      const path = pathAt(target, model, streams)
      const headers = headersFor(target, await keyOf(target), scope.request.headers)
      // A derived signal, so that the listeners of this request are dropped with the signal.
      const signal = AbortSignal.any([scope.signal])
      const response = await scope.ask({ target, path, body: text, headers, signal })
      if (isOk(response)) return response
      void response.body?.cancel().catch(() => undefined)
      throw new Error(`it refused the next request, with status ${response.status}`)
    },
  })
}
