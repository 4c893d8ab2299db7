import type { HeaderFields, HttpRequest } from '../base/http/http-message.js'
import { reasonOf } from '../base/http/reason.js'
import { compact } from '../base/json/write-json.js'
import type { Notice } from '../base/model/context.js'
import { outcomeOf } from '../base/model/outcome.js'
import type { ModelResponse, ProviderError, Usage } from '../base/model/types.js'
import { isProxyError } from './cut-answer.js'
import { pathWithoutKeys, withoutKeys } from './proxy-target.js'
import type { ProxiedRequest, ProxyOptions } from './proxy-types.js'

/** The outcome, except for the path, which is read when the outcome is reported. */
type Noted = Omit<ProxiedRequest, 'path'>

/** Collects the outcome of one request while it is answered, and reports it once at the end. */
export class RequestNotes {
  /** The id of the request in logs: the client's `x-request-id`, or a new one. */
  readonly requestId: string
  /** True if the client sent the id. */
  readonly hasGivenId: boolean
  readonly #keys: readonly string[]
  readonly #started = performance.now()
  readonly #tell: ProxyOptions['onAnswered']
  readonly #url: string
  readonly #notes: { -readonly [Name in keyof Noted]: Noted[Name] | undefined }
  readonly #notices: Notice[] = []
  readonly #passedOver: string[] = []
  #hasHit: ((usage: Usage) => Notice | undefined) | undefined
  #isTold = false
  readonly #listeners: ((outcome: ProxiedRequest) => Promise<void>)[] = []

  /** @param keys secrets that are removed from all reported texts. */
  constructor(
    { method, url, headers }: HttpRequest,
    { onAnswered }: Pick<ProxyOptions, 'onAnswered'>,
    keys: readonly string[],
  ) {
    const given = givenId(headers)
    this.hasGivenId = given !== undefined
    this.requestId = given ?? crypto.randomUUID()
    this.#tell = onAnswered
    this.#keys = keys
    this.#url = url
    this.#notes = {
      requestId: this.requestId,
      targetRequestId: undefined,
      method: method.toUpperCase(),
      kind: undefined,
      from: undefined,
      user: undefined,
      route: undefined,
      model: undefined,
      to: undefined,
      provider: undefined,
      targetModel: undefined,
      status: 500,
      streamed: false,
      firstEventMilliseconds: undefined,
      milliseconds: 0,
      outcome: undefined,
      usage: undefined,
      notices: this.#notices,
      passedOver: this.#passedOver,
      aborted: false,
      error: undefined,
      providerError: undefined,
    }
  }

  /** The path of the request, without keys. */
  get path(): string {
    return pathWithoutKeys(this.#url, this.#keys)
  }

  /** True if the outcome is reported to a listener. */
  get isReported(): boolean {
    return this.#tell !== undefined
  }

  /** Removes keys from a message of the proxy, which may quote the request. */
  public(message: string): string {
    return withoutKeys(message, this.#keys)
  }

  note(known: Partial<Noted>): void {
    Object.assign(this.#notes, known)
  }

  addNotices(notices: readonly Notice[]): void {
    for (const notice of notices) this.#notices.push(notice)
  }

  /** Reports that the store of the state failed. */
  addStateFailure(effect: string, error: unknown): void {
    const message = `${effect}: ${reasonOf(error)}`
    this.#notices.push({ code: 'proxy-state-failed', severity: 'warning', path: '', message })
  }

  passOver(reason: string): void {
    this.#passedOver.push(reason)
  }

  /** Records the time of the first event. Called for every event; only the first call has an effect. */
  noteEvent(): void {
    this.#notes.firstEventMilliseconds ??= this.#elapsed()
  }

  noteAnswer({ usage, error, finish }: Pick<ModelResponse, 'usage' | 'error' | 'finish'>): void {
    this.#notes.outcome = outcomeOf(finish)
    if (usage !== undefined) this.#notes.usage = usage
    if (error === undefined) return
    this.#notes.error = isProxyError(error) ? error.message : `error of the target: ${nameOf(error)}`
    if (!isProxyError(error)) this.#notes.providerError = error.message
  }

  /**
   * Watches the prompt cache of the answer.
   * @param hasHit returns the prompt-cache notice once the usage is known.
   */
  watchCache(hasHit: (usage: Usage) => Notice | undefined): void {
    this.#hasHit = hasHit
  }

  /** Adds an internal listener to the outcome. Its errors are ignored. */
  onEnd(listener: (outcome: ProxiedRequest) => Promise<void>): void {
    this.#listeners.push(listener)
  }

  /** Reports the outcome. Later calls have no effect. */
  end(): void {
    if (this.#isTold || (this.#tell === undefined && this.#listeners.length === 0)) return
    this.#isTold = true
    const missed = this.#notes.usage && this.#hasHit?.(this.#notes.usage)
    if (missed !== undefined) this.#notices.push(missed)
    const { method = '', status = 500, streamed = false, aborted = false, ...rest } = this.#notes
    const { requestId } = this
    const told = { ...rest, requestId, method, path: this.path, status, streamed, aborted }
    const outcome = compact({
      ...told,
      milliseconds: this.#elapsed(),
      notices: this.#notices,
      passedOver: this.#passedOver,
    })
    for (const listener of this.#listeners) void listener(outcome).catch(() => undefined)
    try {
      this.#tell?.(outcome)
    } catch {
      // An error of a listener must not break an answer.
    }
  }

  #elapsed(): number {
    return performance.now() - this.#started
  }
}

/** Returns the id that the client sent, if it is one: it is written to logs and sent to targets. */
function givenId(headers: HeaderFields): string | undefined {
  const given = headers.get(REQUEST_ID) ?? ''
  return /^[\w.:+/=@-]{1,128}$/.test(given) ? given : undefined
}

/** The header with the id of a request, in both directions. */
export const REQUEST_ID = 'x-request-id'

/** Returns a short name of an error, since providers may send any text as the code. */
function nameOf({ code, status }: ProviderError): string {
  const name = code !== undefined && /^[\w.-]{1,60}$/.test(code) ? code : 'unnamed'
  const isBare = name === 'unnamed' || name === String(status)
  if (status === 404 && isBare) return `${status}; check the base URL of the target`
  return status === undefined || name === String(status) ? name : `${status} ${name}`
}
