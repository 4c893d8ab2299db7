import {
  answerOf,
  type HttpAnswer,
  type HttpRequest,
  isOk,
  isRefusal,
  type StreamedAnswer,
} from '../base/http/http-message.js'
import type { Patience } from '../base/http/patient-reader.js'
import { reasonOf } from '../base/http/reason.js'
import { RefusedRequest } from '../base/http/request-target.js'
import { AdapterError } from '../base/json/adapter-error.js'
import { parseDocument, stringifyExact } from '../base/json/parse.js'
import { expectObject } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import type { Notice } from '../base/model/context.js'
import type { ModelResponse } from '../base/model/types.js'
import { TextSeal } from '../base/seal/text-seal.js'
import { type Adapter, framedFor } from '../codec/wire/define-adapter.js'
import type { StateStore } from '../tools/context/context-types.js'
import { answerClient, type MadeAnswer } from './answer-client.js'
import { type CacheWatch, conversationKey } from './cache-watch.js'
import { type AccessToken, checkOrigin, checkTokens, type OriginRules, scopeOf } from './client-access.js'
import {
  type BodyLimits,
  type ClientRequest,
  type ReadDocument,
  readBytes,
  readRequest,
  readText,
  servedRequest,
  textWith,
  type Written,
  writeRequest,
} from './client-request.js'
import { ClientState } from './client-state.js'
import { compactedBody, openedRequest, summaryAnswer, summaryOf, summaryRequest } from './compaction.js'
import { History } from './history.js'
import { begunAnswer, countAnswer, countedBy, modelsAnswer, storedAnswer } from './other-requests.js'
import { type PassedAnswer, passedAnswer, passedHeaders, passedPath } from './pass-on.js'
import { type Pause, pauseFor } from './pauses.js'
import { failureAnswer, notCarried, ProxyFailure, reasonFor } from './proxy-failure.js'
import type { Send } from './proxy-target.js'
import {
  askTarget,
  headersFor,
  keyOf,
  mayBePassedOver,
  pathAt,
  type Target,
  type TargetRequest,
} from './proxy-target.js'
import { refuseRefused, repairedAnswer } from './repaired-answer.js'
import type { RequestNotes } from './request-notes.js'
import type { Chosen, Endpoint, Kind, OwnTarget, Route, Router } from './routes.js'
import { Stored } from './stored.js'
import { continuedBy, SubstituteTurns } from './substitute-turns.js'

/** What holds for all requests. */
export interface ProxySettings extends BodyLimits {
  readonly send: Send
  /** The tokens that let clients in; without any, everybody is. */
  readonly tokens: readonly AccessToken[]
  /** Which pages of browsers may use it. */
  readonly pages: OriginRules
  readonly passOn: boolean
  readonly answerTimeout: number
  readonly patience: Patience
  readonly state: StateStore
  readonly cacheWatch: CacheWatch
  /** What seals texts that clients keep. */
  readonly secret: string
}

/** How a conversation is made shorter. */
interface Compacting {
  /** The request for it, as one that generates. */
  readonly question: ClientRequest
  readonly history: History
  /** Whether the client asked for nothing else, at a path of its own. */
  readonly isAlone: boolean
}

/** One request on its way through the proxy. */
export class RequestHandler {
  readonly #request: HttpRequest
  readonly #router: Router
  readonly #settings: ProxySettings
  readonly #notes: RequestNotes
  readonly #abort = new AbortController()
  #client: Adapter | undefined
  #user: string | undefined
  /** Stands between the pieces of its work. */
  #pause: Pause = pauseFor(0)

  constructor(request: HttpRequest, router: Router, settings: ProxySettings, notes: RequestNotes) {
    this.#request = request
    this.#router = router
    this.#settings = settings
    this.#notes = notes
    request.signal.addEventListener('abort', this.#onAbort)
    if (request.signal.aborted) this.#onAbort()
  }

  /** @throws ProxyFailure, AdapterError or RefusedRequest for what is no request, and for what cannot be answered. */
  async answer(): Promise<HttpAnswer> {
    const { method, url, headers } = this.#request
    const path = new URL(url).pathname
    const place = this.#router.placeOf(this.#request)
    const clients = place === undefined ? this.#router.clientsOf(headers) : [place.client]
    this.#enter(clients)
    const own = this.#ownTarget(clients, place)
    if (own !== undefined) return this.#passOn(own)
    if (place === undefined)
      throw new ProxyFailure('no-such-path', `there is no path ${this.#notes.path.slice(0, 200)}`)
    const { kind, client } = place
    if (method === 'OPTIONS')
      return this.#told(answerOf(null, { status: 204, headers: { allow: METHODS[kind].join(', ') } }))
    if (!METHODS[kind].includes(method))
      throw new ProxyFailure('no-such-method', `the method ${method} is not allowed here`, {
        allowed: METHODS[kind],
      })
    this.#letIn(client)
    this.#notes.note({ kind })
    switch (kind) {
      case 'generate':
        return this.#generate(path)
      case 'compact':
        return this.#compact(client, path)
      case 'count':
        return this.#count(client, path)
      case 'models':
        return this.#told(modelsAnswer(client, path, this.#router.modelsFor(client)))
      default:
        return this.#told(await this.#kept(kind, client, path))
    }
  }

  /** @throws ProxyFailure for a page that may not use the proxy, in the words of the wire that its request is surely of. */
  #enter(clients: readonly Adapter[]): void {
    const [client] = clients
    if (client !== undefined && clients.length === 1) {
      this.#client = client
      this.#notes.note({ from: client.id })
    }
    checkOrigin(this.#request, this.#settings.pages)
  }

  /** @throws ProxyFailure for a client without a token. */
  #letIn(client: Adapter): void {
    this.#user = checkTokens(this.#request, client, this.#settings.tokens)
    this.#notes.note(compact({ user: this.#user }))
  }

  /**
   * Where a request goes as it is: what the proxy does not do itself, if it is to be passed on, and what a provider of the
   * client's own wire keeps.
   */
  #ownTarget(clients: readonly Adapter[], place: Endpoint | undefined): OwnTarget | undefined {
    const isOwn = place !== undefined && METHODS[place.kind].includes(this.#request.method)
    const isKept = place?.kind === 'stored' || place?.kind === 'begin'
    const { passOn } = this.#settings
    const isAsItIs = isOwn ? isKept && (passOn || this.#router.keepsNothing(place.client)) : passOn
    return isAsItIs ? this.#router.ownTarget(clients) : undefined
  }

  async #passOn({ client, route, target }: OwnTarget): Promise<HttpAnswer> {
    const { method, url, headers } = this.#request
    const { maxBodyBytes } = this.#settings
    this.#client = client
    this.#notes.note({ kind: 'passed-on', from: client.id, route: route.name })
    this.#noteTarget(target)
    this.#letIn(client)
    const body = await readBytes(this.#request, maxBodyBytes)
    const key = await keyOf(target)
    const passed = passedHeaders(target, key, headers)
    const response = await this.#ask({ target, path: passedPath(url), method, body, headers: passed })
    return passedAnswer(this.#passed(response, client, key))
  }

  async #generate(path: string): Promise<HttpAnswer> {
    const document = await this.#body()
    await this.#pause()
    const chosen = this.#router.choose(path, expectObject(document.value, ''))
    const route = this.#routeOf(chosen)
    const asked = await this.#read(document, chosen)
    const isShorter = asked.server?.compaction?.isAsked(asked.body) === true
    return this.#answerBy(route, asked, isShorter ? this.#compacting(asked, false) : undefined)
  }

  /** A conversation that is to be made shorter, and nothing else. */
  async #compact(client: Adapter, path: string): Promise<HttpAnswer> {
    const document = await this.#body()
    const chosen = this.#router.chooseFor(client, path, expectObject(document.value, ''))
    const route = this.#routeOf(chosen)
    const asked = await this.#read(document, chosen)
    return this.#answerBy(route, asked, this.#compacting(asked, true))
  }

  /** The request, with the summaries in it that the client kept for the proxy. */
  async #read(document: ReadDocument, chosen: Chosen): Promise<ClientRequest> {
    const { value, exactText } = document
    const server = await chosen.client.codecs.http.server?.()
    const seal = this.#sealOf(chosen.client)
    const given = expectObject(value, '')
    const path = new URL(this.#request.url).pathname
    const native = chosen.client.codecs.http.requestAt?.(path, given) ?? given
    const opened = await openedRequest(native, server?.compaction, seal)
    const read = readRequest(this.#request, { value: opened, exactText }, chosen)
    const textFor = opened === value ? (model?: string) => textWith(model, document) : undefined
    return servedRequest({ ...read, textFor })
  }

  #compacting(asked: ClientRequest, isAlone: boolean): Compacting | undefined {
    const { server, answerFields, body, client, model } = asked
    const value = server?.compaction?.question(body)
    if (value === undefined) return undefined
    const document = { value, exactText: () => undefined }
    const read = readRequest(this.#request, document, { client, model })
    const question = { ...read, server, answerFields, body, streams: asked.streams }
    return { question, isAlone, history: this.#historyOf(question) }
  }

  #sealOf(client: Adapter): TextSeal {
    return new TextSeal(this.#settings.secret, scopeOf(this.#request, client, this.#user))
  }

  /** Asks the target for the number, where its wire can say it. */
  async #count(client: Adapter, path: string): Promise<HttpAnswer> {
    const { count } = client.codecs.http
    const document = await this.#body()
    const given = expectObject(document.value, '')
    const inner = expectObject(count?.request?.(given) ?? given, '')
    const chosen = this.#router.chooseFor(client, path, inner)
    const [target] = this.#routeOf(chosen).targets
    const text = inner === given ? document.text : stringifyExact(inner)
    const asked = await this.#read({ value: inner, exactText: () => undefined, text }, chosen)
    const history = this.#historyOf(asked)
    const whole = await history.asked(target)
    const written = await writeRequest(whole, target, this.#pause)
    this.#noteTarget(target, written.model)
    const key = await keyOf(target)
    const counted = await countedBy(target, written, async (path, text) => ({
      ...{ response: await this.#send(target, path, text, key), key, notes: this.#notes },
      ...{ signal: this.#abort.signal, patience: this.#settings.patience },
    }))
    return this.#told(countAnswer(client, counted, whole.conversation))
  }

  async #kept(kind: 'stored' | 'begin', client: Adapter, path: string): Promise<HttpAnswer> {
    const stored = new Stored(this.#stateOf(client))
    if (kind === 'stored') return storedAnswer(stored, client, this.#request.method, path)
    return begunAnswer(stored, client, expectObject((await this.#body()).value, ''))
  }

  async #body(): Promise<ReadDocument> {
    const text = await readText(this.#request, this.#settings)
    this.#pause = pauseFor(text.length)
    await this.#pause()
    return { ...parseDocument(text), text }
  }

  #stateOf(client: Adapter): ClientState {
    return new ClientState(this.#settings.state, scopeOf(this.#request, client, this.#user))
  }

  #historyOf(asked: ClientRequest): History {
    const isMixed = !this.#router.keepsNothing(asked.client)
    return new History(asked, this.#stateOf(asked.client), this.#notes, isMixed)
  }

  #routeOf({ client, model, route }: Chosen): Route {
    this.#client = client
    this.#notes.note(compact({ from: client.id, model, route: route?.name }))
    if (route !== undefined) return route
    throw new ProxyFailure('no-route', `no route takes the model "${(model ?? '').slice(0, 200)}"`)
  }

  #noteTarget({ adapter }: Target, targetModel?: string): void {
    const { provider = adapter.id } = adapter.codecs.http
    this.#notes.note(compact({ to: adapter.id, provider, targetModel }))
  }

  /** An answer of the proxy itself. */
  #told(response: HttpAnswer): HttpAnswer {
    this.#notes.note({ status: response.status })
    this.#notes.end()
    this.#release()
    return response
  }

  /** What went wrong, as an answer. */
  fail(error: unknown): HttpAnswer {
    const failure = failureOf(error)
    const { aborted } = this.#abort.signal
    failure.message = this.#notes.public(failure.message)
    this.#notes.note({
      status: aborted ? LET_GO : failure.status,
      error: failure.code === 'internal' ? this.#notes.public(reasonOf(error)) : failure.message,
      aborted,
    })
    this.#notes.addNotices(failure.notices)
    this.#notes.end()
    this.#release()
    return failureAnswer(failure, this.#client)
  }

  /** Asks the targets of a route in their order, until one does not refuse. */
  async #answerBy(
    { targets, isStrict }: Route,
    asked: ClientRequest,
    compacting?: Compacting,
  ): Promise<HttpAnswer> {
    const history = this.#historyOf(asked)
    for (const [index, target] of targets.entries()) {
      const isLast = index === targets.length - 1
      const isOwn = target.adapter.id === asked.client.id
      const native = isOwn && compacting?.isAlone ? await this.#compactedBy(target, asked, isLast) : undefined
      if (native !== undefined) return native
      const shorter = isOwn && compacting?.isAlone !== true ? undefined : compacting
      const wanted = await this.#whole(shorter?.history ?? history, target)
      const asks = shorter === undefined ? wanted : summaryRequest(wanted)
      const written = await writeRequest(asks, target, this.#pause)
      this.#noteTarget(target, written.model)
      const losses = isStrict ? written.notices.filter(isLoss) : []
      if (losses.length > 0) throw notCarried(losses)
      if (isStrict) await refuseRefused(target, written)
      this.#watchCache(asked, target, written)
      const key = await keyOf(target)
      const path = pathAt(target, written.model, written.streams)
      const framed = framedFor(target.adapter, path)
      const response = await this.#tryTarget({ target, path, body: written.text, key }, isLast)
      if (response === undefined) continue
      this.#notes.addNotices(written.notices)
      const attempt = {
        ...{ target: { ...target, adapter: framed }, key, notes: this.#notes },
        signal: this.#abort.signal,
        patience: this.#settings.patience,
      }
      const ask = (text: string) => this.#send(target, path, text, key)
      const answered = isRefusal(response)
        ? await repairedAnswer({ ...attempt, response, written, isStrict, ask })
        : { response, written }
      return answerClient({
        ...{ ...attempt, ...answered, asked },
        turns: this.#turnsOf(asks, answered.written, target),
        onAnswer: shorter === undefined ? history.keeping(target, answered.written) : undefined,
        made: shorter && ((answer) => this.#summarized(answer, shorter)),
        release: () => this.#release(),
      })
    }
    throw new ProxyFailure('internal', 'the route has no target')
  }

  /** What goes on with an answer whose calls the proxy runs itself. */
  #turnsOf(asked: ClientRequest, { substituted }: Written, target: Target): SubstituteTurns | undefined {
    if (substituted.size === 0) return undefined
    const { id, codecs } = target.adapter
    return new SubstituteTurns({
      ...{ tools: substituted, wire: id, codec: codecs.stream, signal: this.#abort.signal },
      timer: this.#settings.patience.timer,
      report: (notice) => this.#notes.addNotices([notice]),
      ask: async (soFar) => {
        const next = { ...asked, conversation: continuedBy(asked.conversation, soFar) }
        const { text, model, streams } = await writeRequest(next, target, this.#pause)
        const path = pathAt(target, model, streams)
        const headers = headersFor(target, await keyOf(target), this.#request.headers)
        // A signal of its own, since it keeps what listens to it.
        const signal = AbortSignal.any([this.#abort.signal])
        const response = await this.#ask({ target, path, body: text, headers, signal })
        if (isOk(response)) return response
        void response.body?.cancel().catch(() => undefined)
        throw new Error(`it refused to go on, with status ${response.status}`)
      },
    })
  }

  /** Whether the target finds the prompt in its cache is of one client, one target and one model. */
  #watchCache(
    { client, conversation }: ClientRequest,
    { base }: Target,
    { model = '', text }: Written,
  ): void {
    const asker = [scopeOf(this.#request, client, this.#user), base.href, model].join('\n')
    this.#notes.watchCache(this.#settings.cacheWatch.begin(conversationKey(asker, conversation), text))
  }

  async #whole(history: History, target: Target): Promise<ClientRequest> {
    await this.#pause()
    const whole = await history.asked(target)
    await this.#pause()
    return whole
  }

  /** What the client gets for the summary that a target wrote. */
  async #summarized(answer: ModelResponse, { question, history, isAlone }: Compacting): Promise<MadeAnswer> {
    const { client, server } = question
    if (server?.compaction === undefined) return { response: answer }
    const summary = await summaryOf(answer, server.compaction, this.#sealOf(client))
    this.#notes.addNotices(summary.notices)
    if (isAlone) return { body: compactedBody(answer, summary, question) }
    const response = summaryAnswer(answer, summary, client.id)
    await history.keepSummary(response, summary.message)
    return { response }
  }

  /** What a target of the client's own wire makes of the conversation; nothing where it cannot, or the next one is to be asked. */
  async #compactedBy(target: Target, asked: ClientRequest, isLast: boolean): Promise<HttpAnswer | undefined> {
    const { client, body } = asked
    const path = client.codecs.http.compact?.pathFor()
    if (path === undefined) return undefined
    this.#noteTarget(target, target.model ?? asked.model)
    const key = await keyOf(target)
    const text = stringifyExact(compact({ ...body, model: target.model ?? body.model }))
    const response = await this.#tryTarget({ target, path, body: text, key }, isLast)
    if (response === undefined || !UNKNOWN_PATH.has(response.status))
      return response && passedAnswer(this.#passed(response, client, key))
    void response.body?.cancel().catch(() => undefined)
    return undefined
  }

  #passed(response: StreamedAnswer, client: Adapter, key: string | undefined): PassedAnswer {
    return {
      ...{ response, client, key, patience: this.#settings.patience, notes: this.#notes },
      signal: this.#abort.signal,
      release: () => this.#release(),
    }
  }

  /** The answer, or nothing when the next target is to be asked. */
  async #tryTarget(
    { target, path, body, key }: Attempt,
    isLast: boolean,
  ): Promise<StreamedAnswer | undefined> {
    try {
      const response = await this.#send(target, path, body, key)
      if (isLast || !mayBePassedOver(response)) return response
      void response.body?.cancel().catch(() => undefined)
      this.#notes.passOver(`${target.adapter.id} refused with ${response.status}`)
    } catch (error) {
      if (isLast || !(error instanceof ProxyFailure)) throw error
      this.#notes.passOver(error.message)
    }
    return undefined
  }

  #send(target: Target, path: string, body: string, key: string | undefined): Promise<StreamedAnswer> {
    return this.#ask({ target, path, body, headers: headersFor(target, key, this.#request.headers) })
  }

  #ask(
    asking: Pick<TargetRequest, 'target' | 'path' | 'method' | 'body' | 'headers'> &
      Partial<Pick<TargetRequest, 'signal'>>,
  ): Promise<StreamedAnswer> {
    const { send, patience, answerTimeout: timeout } = this.#settings
    return askTarget({ signal: this.#abort.signal, ...asking, send, timer: patience.timer, timeout })
  }

  readonly #onAbort = () => {
    this.#abort.abort(this.#request.signal.reason)
  }

  #release(): void {
    this.#request.signal.removeEventListener('abort', this.#onAbort)
  }
}

/** What servers say that do not have a path. */
const UNKNOWN_PATH: ReadonlySet<number> = new Set([404, 405, 501])

/** A request to one of several targets. */
interface Attempt {
  readonly target: Target
  readonly path: string
  readonly body: string
  readonly key: string | undefined
}

/** What servers note of a request whose client did not wait for its answer. */
const LET_GO = 499

/** How each kind of request is sent. */
const METHODS: Readonly<Record<Kind, readonly string[]>> = {
  generate: ['POST'],
  compact: ['POST'],
  count: ['POST'],
  begin: ['POST'],
  models: ['GET', 'HEAD'],
  stored: ['GET', 'HEAD', 'DELETE'],
}

function isLoss({ severity }: Notice): boolean {
  return severity === 'warning'
}

/** What is not expected is not told to clients: it may hold anything. */
function failureOf(error: unknown): ProxyFailure {
  if (error instanceof ProxyFailure) return error
  if (error instanceof AdapterError) return new ProxyFailure('bad-request', reasonFor(error))
  if (error instanceof RefusedRequest) return new ProxyFailure('bad-request', error.message)
  return new ProxyFailure('internal', 'internal error')
}
