import { httpFacts } from '../base/http/error-facts.js'
import {
  type BodyPieces,
  bytesInPieces,
  type HttpAnswer,
  type HttpRequest,
  type StreamedAnswer,
} from '../base/http/http-message.js'
import type { Patience } from '../base/http/patient-reader.js'
import { type Pause, pauseFor } from '../base/http/timer.js'
import type { JsonObject } from '../base/json/json-types.js'
import { parseDocument } from '../base/json/parse.js'
import { expectObject } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import { TextSeal } from '../base/seal/text-seal.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import type { Limits } from '../codec/wire/limits.js'
import type { StateStore } from '../tools/context/context-types.js'
import type { BodyMemory } from './body-memory.js'
import type { CacheWatch } from './cache-watch.js'
import { type AccessToken, checkTokens, type OriginRules, scopeOf } from './client-access.js'
import {
  type BodyLimits,
  type ClientRequest,
  type ReadDocument,
  readPieces,
  readRequest,
  readText,
  servedRequest,
  textWith,
} from './client-request.js'
import { ClientState } from './client-state.js'
import { openedRequest } from './compaction.js'
import { History } from './history.js'
import { KeyRing } from './key-ring.js'
import { isRefusedKey, withOtherKeys } from './other-keys.js'
import type { PassedAnswer } from './passed-answer.js'
import { ProxyFailure } from './proxy-failure.js'
import {
  askTarget,
  headersFor,
  mayBePassedOver,
  type Send,
  type SentBody,
  type Target,
  type TargetRequest,
} from './proxy-target.js'
import { REQUEST_ID, type RequestNotes } from './request-notes.js'
import type { Chosen, Route, Router } from './routes.js'
import { type AttemptHealth, headerWait, requestedWait } from './target-health.js'
import type { Budgets, UserBudget } from './user-budget.js'

/** The settings of a proxy, which apply to all requests. */
export interface ProxySettings extends BodyLimits {
  readonly send: Send
  /** The tokens that clients must send. Without tokens every client has access. */
  readonly tokens: readonly AccessToken[]
  /** The web pages that may use the proxy. */
  readonly pages: OriginRules
  readonly passOn: boolean
  readonly answerTimeout: number
  readonly patience: Patience
  readonly state: StateStore
  readonly cacheWatch: CacheWatch
  /** Loads the memory of conversations. */
  readonly bodies: () => Promise<BodyMemory>
  /** Encrypts texts that clients keep. */
  readonly secret: string
  /** The limits of users. Undefined without limits. */
  readonly budgets: Budgets | undefined
}

/** A request to one of several targets. */
export interface Attempt {
  readonly target: Target
  readonly path: string
  readonly body: SentBody
  readonly key: string | undefined
  /** The state of the target. Default: the outcome is not recorded. */
  readonly health?: AttemptHealth | undefined
}

type Asking = Pick<TargetRequest, 'target' | 'path' | 'method' | 'body' | 'headers'> &
  Partial<Pick<TargetRequest, 'signal'>>

/** Minimum size in bytes of a body whose conversation is remembered. Smaller bodies are parsed as fast. */
const REMEMBERED = 16 << 10

/** One request of a client: its facts and the steps that all kinds of requests share. */
export class RequestScope {
  /** The request. Its headers include those that the client sent as fields of the body. */
  request: HttpRequest
  readonly router: Router
  readonly settings: ProxySettings
  readonly notes: RequestNotes
  /** The wire of the client, once it is certain. Errors have the form of this wire. */
  client: Adapter | undefined
  /** The pause between the steps of a long request. */
  pause: Pause = pauseFor(0)
  readonly #abort = new AbortController()
  #user: string | undefined
  #budget: UserBudget | undefined

  constructor(request: HttpRequest, router: Router, settings: ProxySettings, notes: RequestNotes) {
    this.request = request
    this.router = router
    this.settings = settings
    this.notes = notes
    request.signal.addEventListener('abort', this.#onAbort)
    if (request.signal.aborted) this.#onAbort()
  }

  /** Aborted when the client closes its connection. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** The path without its query. */
  get path(): string {
    return new URL(this.request.url).pathname
  }

  /**
   * Checks the token of a client.
   * @throws ProxyFailure for a client without a token.
   */
  letIn(client: Adapter): void {
    this.#user = checkTokens(this.request, client, this.settings.tokens)
    this.notes.note(compact({ user: this.#user }))
  }

  /**
   * Counts a request for the limits of its user. If the state fails, the request is accepted, and a notice is reported.
   * @throws ProxyFailure for a user who reached a limit.
   */
  async countForLimits(): Promise<void> {
    const { budgets } = this.settings
    const limits = this.#user === undefined ? undefined : budgets?.limits.get(this.#user)
    if (budgets === undefined || this.#user === undefined || limits === undefined) return
    const { UserBudget } = await import('./user-budget.js')
    const budget = new UserBudget(budgets, this.#user, limits)
    await this.#checked(() => budget.count())
    this.#budget = budget
    this.notes.onEnd((told) => budget.charge(told))
  }

  /**
   * Reserves what the answer of a request may cost in the daily limits of its user.
   * @throws ProxyFailure for a user whose answers in progress may use up a limit.
   */
  async reserve({ conversation, model }: ClientRequest, { targets: [target] }: Route): Promise<void> {
    const budget = this.#budget
    if (budget !== undefined) await this.#checked(() => budget.reserve(conversation, target?.model ?? model))
  }

  /** Does work of the user's budget. If the state fails, the request is accepted, and a notice is reported. */
  async #checked(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof ProxyFailure) throw error
      this.notes.addStateFailure('the limits of the user are not checked', error)
    }
  }

  /** Returns the client, its key and its user as one text: the owner of stored state. */
  scopeOf(client: Adapter): string {
    return scopeOf(this.request, client, this.#user)
  }

  stateOf(client: Adapter): ClientState {
    return new ClientState(this.settings.state, this.scopeOf(client))
  }

  sealOf(client: Adapter): TextSeal {
    return new TextSeal(this.settings.secret, this.scopeOf(client))
  }

  historyOf(asked: ClientRequest): History {
    const isMixed = !this.router.keepsNothing(asked.client)
    return new History(asked, this.stateOf(asked.client), this.notes, isMixed)
  }

  /**
   * Reads the body as JSON.
   * @param client the wire of the conversation, to continue from its latest request. Default: nothing is remembered.
   */
  async body(client?: Adapter): Promise<ReadDocument> {
    const pieces = await readPieces(this.request, this.settings)
    this.pause = pauseFor(bytesInPieces(pieces))
    await this.pause()
    const remembered = client && (await this.#remembered(pieces, client))
    if (remembered !== undefined) return remembered
    const text = readText(pieces)
    return { ...parseDocument(text), text }
  }

  /** Parses a body from its first new message on. Returns undefined for a body that is not remembered. */
  async #remembered(pieces: BodyPieces, client: Adapter): Promise<ReadDocument | undefined> {
    const { history: field } = client.codecs.http
    if (field === undefined || bytesInPieces(pieces) < REMEMBERED) return undefined
    const scope = `${this.scopeOf(client)}\n${this.path}`
    const bodies = await this.settings.bodies()
    const document = bodies.parse(pieces, { scope, field })
    return (
      document && {
        ...document,
        get text() {
          return readText(pieces)
        },
      }
    )
  }

  /** Decodes a request, and decrypts the summaries that the client kept for the proxy. */
  async read(document: ReadDocument, chosen: Chosen): Promise<ClientRequest> {
    const { value, exactText, memory } = document
    const server = await chosen.client.codecs.http.server?.()
    const { http, limits } = chosen.client.codecs
    const given = expectObject(value, '')
    const native = await this.#withoutHeaderFields(http.requestAt?.(this.path, given) ?? given, limits)
    const compaction = server?.compaction
    const opened = compaction ? await openedRequest(native, compaction, this.sealOf(chosen.client)) : native
    const read = readRequest(this.request, { value: opened, exactText, memory }, chosen)
    const textFor = opened === value ? (model?: string) => textWith(model, document) : undefined
    return servedRequest({ ...read, textFor })
  }

  /** Moves the fields of a body that are headers at the vendor. Platforms with the fields write them again. */
  async #withoutHeaderFields(body: JsonObject, limits: Limits): Promise<JsonObject> {
    const { headerFields = {} } = limits
    if (!Object.keys(headerFields).some((field) => body[field] !== undefined)) return body
    const { addLists, movedFields } = await import('../codec/wire/header-fields.js')
    const moved = movedFields(body, limits)
    if (moved === undefined) return body
    const { method, url, signal } = this.request
    const headers = new Headers([...this.request.headers].map(([name, value]) => [name, value]))
    addLists(headers, moved.headers)
    this.request = { method, url, signal, headers, body: this.request.body }
    return moved.body
  }

  /**
   * Returns the route of a model.
   * @throws ProxyFailure for a model without a route.
   */
  routeOf({ client, model, route }: Chosen): Route {
    this.client = client
    this.notes.note(compact({ from: client.id, model, route: route?.name }))
    if (route !== undefined) return route
    throw new ProxyFailure('no-route', `no route accepts the model "${(model ?? '').slice(0, 200)}"`)
  }

  noteTarget({ adapter }: Target, targetModel?: string): void {
    const { provider = adapter.id } = adapter.codecs.http
    this.notes.note(compact({ to: adapter.id, provider, targetModel }))
  }

  /** Sends a request to a target. Returns undefined if the next target should be tried. */
  async tryTarget(
    { target, path, body, key, health: state }: Attempt,
    isLast: boolean,
  ): Promise<StreamedAnswer | undefined> {
    const { health, model = '' } = state ?? {}
    if (health?.begin(model) === false && !isLast) {
      this.notes.passOver(`${target.adapter.id} rests`)
      return undefined
    }
    try {
      const response = await this.send(target, path, body, key)
      const isOver = mayBePassedOver(response)
      if (!isOver) health?.succeeded(model)
      if (isLast && isOver) health?.failed(model, headerWait(response))
      if (isLast || !isOver) return response
      if (health !== undefined) health.failed(model, await requestedWait(response))
      void response.body?.cancel().catch(() => undefined)
      this.notes.passOver(`${target.adapter.id} refused with ${response.status}`)
    } catch (error) {
      if (this.signal.aborted) health?.left(model)
      else health?.failed(model)
      if (isLast || !(error instanceof ProxyFailure)) throw error
      this.notes.passOver(error.message)
    }
    return undefined
  }

  /** Sends a request with the key of its target, and with other keys if the key is refused. */
  send(target: Target, path: string, body: SentBody, key: string | undefined): Promise<StreamedAnswer> {
    return this.sendWithKeys(target, key, (used) =>
      this.ask({ target, path, body, headers: headersFor(target, used, this.request.headers) }),
    )
  }

  /** Sends a request. If its key is refused, and the target has several keys, the other keys are tried. */
  async sendWithKeys(
    { keySource: ring }: Target,
    key: string | undefined,
    send: (key: string | undefined) => Promise<StreamedAnswer>,
    signal = this.signal,
  ): Promise<StreamedAnswer> {
    const response = await send(key)
    if (!(ring instanceof KeyRing && isRefusedKey(response))) return response
    const { patience } = this.settings
    return withOtherKeys({ ring, send, response, key, patience, notes: this.notes, signal })
  }

  async ask(asking: Asking): Promise<StreamedAnswer> {
    const { send, patience, answerTimeout: timeout } = this.settings
    const headers = { [REQUEST_ID]: this.notes.requestId, ...asking.headers }
    const response = await askTarget({
      ...{ signal: this.signal, ...asking, headers },
      ...{ send, timer: patience.timer, timeout },
    })
    this.notes.note(compact({ targetRequestId: httpFacts(response).requestId }))
    return response
  }

  /** Wraps a target's answer that is forwarded unchanged. */
  passed(response: StreamedAnswer, client: Adapter, key: string | undefined): PassedAnswer {
    return {
      ...{ response, client, key, patience: this.settings.patience, notes: this.notes },
      signal: this.signal,
      release: () => this.release(),
    }
  }

  /** Ends the request with an answer from the proxy. */
  ended(answer: HttpAnswer): HttpAnswer {
    this.notes.note({ status: answer.status })
    this.notes.end()
    this.release()
    return answer
  }

  /** Stops listening to the client's connection. */
  release(): void {
    this.request.signal.removeEventListener('abort', this.#onAbort)
  }

  readonly #onAbort = () => {
    this.#abort.abort(this.request.signal.reason)
  }
}
