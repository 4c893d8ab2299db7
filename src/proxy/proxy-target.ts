import { unlessAborted } from '../base/http/abort.js'
import {
  type BodyPieces,
  type HeaderFields,
  type HttpAnswer,
  type StreamedAnswer,
  textOfPieces,
} from '../base/http/http-message.js'
import { reasonOf } from '../base/http/reason.js'
import { readTarget } from '../base/http/request-target.js'
import type { Timer } from '../base/http/timer.js'
import { withPathPrefix } from '../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { isArray } from '../base/json/read-json.js'
import { expectAdapter, expectOptions, type KnownOptions } from '../base/model/expect.js'
import {
  checkHeaders,
  endpointOf,
  isHeaderValue,
  type KeySource,
  keyHeader,
} from '../chat/send/key-and-endpoint.js'
import type { Platform } from '../codec/wire/contract.js'
import type { CachePolicy } from '../codec/wire/fit-step.js'
import { chooseLimits, profileAt } from '../codec/wire/limits.js'
import { type Replacement, replaceAll } from '../traffic/redaction/replacements.js'
import { plainSecrets, REDACTED } from '../traffic/redaction/secrets-in-text.js'
import type { Catalogue } from '../translate/catalogue/catalogue.js'
import { expectHttp } from '../translate/exchange/registry.js'
import { LearnedFixes } from '../translate/repair/learned-fixes.js'
import { expectRepair } from '../translate/repair/request-repair.js'
import { KeyRing } from './key-ring.js'
import { ProxyFailure } from './proxy-failure.js'
import type { ProxyTarget, UpstreamFetch } from './proxy-types.js'
import { checkSubstitutes } from './substitute-tools.js'
import type { TargetHealth } from './target-health.js'

/** A target whose options were checked. */
export interface Target extends ProxyTarget {
  readonly base: URL
  /** Headers that identify the caller, in addition to the key. */
  readonly fixedHeaders: Readonly<Record<string, string>>
  readonly keySource: KeySource | KeyRing | undefined
  /** The model facts for the target's model. */
  readonly models: Catalogue
  /** The fixes that its refusals taught, for a target with rules. They are forgotten when the proxy ends. */
  readonly learned: LearnedFixes | undefined
  /** The failures of the target. Absent on a route with one target, which is always tried. */
  readonly health?: TargetHealth | undefined
  /** True if the host of the URL chose the limits. */
  readonly hasHostLimits: boolean
}

/**
 * Checks the options of a target before the first request.
 * @throws AdapterError for a wire without HTTP, an invalid URL, unknown limits, and text that is not a valid
 * header value.
 */
export function readTargetOptions(
  target: ProxyTarget,
  environment: Readonly<Record<string, unknown>>,
  models: Catalogue,
): Target {
  expectOptions(target, OPTIONS, ['a target', 'to: { adapter, url, key, model }'])
  expectAdapter(target.adapter, 'the adapter of a target', '/adapter')
  const { adapter, headers = {}, key } = target
  expectHttp(adapter, '/adapter')
  withPathPrefix('/limits', () => chooseLimits(adapter.codecs, target.limits))
  checkSubstitutes(target.substitutes)
  if (target.repair !== undefined) expectRepair(target.repair, target.rules)
  const { access } = adapter.codecs.http
  const base = readTarget(target.url, '/url')
  const given = key ?? vendorKey(target, environment)
  const keySource = isList(given) ? new KeyRing(given) : given
  const fixedHeaders = { ...access?.headers, ...headers }
  withPathPrefix('/headers', () => checkHeaders(fixedHeaders))
  if (typeof keySource === 'string') withPathPrefix('/key', () => checkHeaders({ key: keySource }))
  const learned = target.rules && new LearnedFixes()
  const limits = target.limits ?? profileAt(adapter.codecs, base, target.model)
  const hasHostLimits = limits !== target.limits
  return { ...target, limits, base, fixedHeaders, keySource, models, hasHostLimits, learned }
}

/**
 * Returns a target with the limits of its host for the model that the target receives.
 * @param named the client's model, which is sent to targets without a model.
 */
export function targetFor(target: Target, named: string | undefined): Target {
  const { adapter, base, limits, hasHostLimits, model } = target
  const isChosen = limits !== undefined && !hasHostLimits
  if (isChosen || model !== undefined) return target
  const profile = profileAt(adapter.codecs, base, named)
  return profile === limits ? target : { ...target, limits: profile, hasHostLimits: profile !== undefined }
}

const OPTIONS: KnownOptions<ProxyTarget> = {
  adapter: true,
  url: true,
  model: true,
  key: true,
  platform: true,
  keyHeader: true,
  sign: true,
  headers: true,
  limits: true,
  settings: true,
  maxOutputTokens: true,
  fill: true,
  cache: true,
  hosted: true,
  substitutes: true,
  deferredTools: true,
  fields: true,
  repair: true,
  rules: true,
  stream: true,
  weight: true,
}

/**
 * Returns the user's key for the vendor of a wire or its platform, if requests go to that host. The key must
 * not be sent to other hosts.
 */
export function vendorKey(
  target: ProxyTarget,
  environment: Readonly<Record<string, unknown>>,
): string | undefined {
  return keyVariables(target, new URL(target.url))
    .map((name) => textIn(environment[name]))
    .find(Boolean)
}

/**
 * Returns the prompt-cache policy of a target. Other servers may refuse fields that the vendor's server
 * accepts.
 */
export function cachePolicyOf({ adapter, base, cache }: Target): CachePolicy | undefined {
  const { hosts } = adapter.codecs.http.access ?? {}
  const isVendors = base.protocol === 'https:' && hosts?.test(base.hostname) === true
  const policy = cache ?? (isVendors ? 'auto' : 'marks')
  return policy === 'none' ? undefined : policy
}

function isList(key: ProxyTarget['key']): key is readonly string[] {
  return Array.isArray(key)
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * Returns the key for a target.
 * @throws ProxyFailure for a key that is not a valid header value. The message does not contain the key.
 */
export async function keyOf({ keySource: source }: Target): Promise<string | undefined> {
  const key =
    typeof source === 'function'
      ? await source()
      : source instanceof KeyRing
        ? await source.current()
        : source
  if (key === undefined || key === '') return undefined
  if (isHeaderValue(key)) return key
  throw new ProxyFailure('internal', 'the key of the target contains characters that headers cannot have')
}

/**
 * Returns the headers of a request. Of the client's headers, only those of the target's wire are forwarded.
 */
export function headersFor(target: Target, key: string | undefined, own: HeaderFields): SentHeaders {
  const { adapter, headers: given = {}, fixedHeaders } = target
  const { access } = adapter.codecs.http
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const set = (name: string, value: string) => {
    headers[name.toLowerCase()] = value
  }
  if (key !== undefined) set(...keyHeader(keyHeaderOf(target), key))
  for (const [name, value] of Object.entries(fixedHeaders)) set(name, value)
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()))
  for (const name of access?.options ?? []) {
    const value = own.get(name)
    const isInBody = target.platform?.headersInBody?.[name] !== undefined
    if (value !== null && !names.has(name) && !isInBody) set(name, value)
  }
  return headers
}

/** Headers by lower-case name. */
export type SentHeaders = Readonly<Record<string, string>>

/** The body of a request: a text, its bytes, or the pieces of its bytes. */
export type SentBody = string | Uint8Array<ArrayBuffer> | BodyPieces

/** A request in the form sent to a target. */
export interface SentRequest {
  readonly url: string
  /** The HTTP method, in upper case. */
  readonly method: string
  readonly headers: SentHeaders
  readonly body: SentBody | undefined
  /** Aborts the request and the body of its answer. */
  readonly signal: AbortSignal
}

/** A function that sends a request. Redirects are not followed. The promise rejects if no answer begins. */
export type Send = (request: SentRequest) => Promise<StreamedAnswer>

/** Sends requests with a `fetch`. */
export function sendBy(fetch: UpstreamFetch): Send {
  return ({ url, method, headers, body, signal }) => {
    const init: RequestInit = { method, headers: new Headers(headers), signal, redirect: 'manual' }
    return fetch(url, body === undefined ? init : { ...init, body: joinedBody(body) })
  }
}

/** Returns the body in one piece: a text, since functions for requests may parse it. */
function joinedBody(body: SentBody): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array ? body : textOfPieces(body)
}

/** A request to a target, with its send options. */
export interface TargetRequest {
  readonly target: Target
  /** The path of the wire, below its usual base URL. */
  readonly path: string
  /** The HTTP method. Default: POST. */
  readonly method?: string
  /** The body. Default: none. */
  readonly body?: SentBody | undefined
  readonly headers: SentHeaders
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal
  readonly send: Send
  readonly timer: Timer
  /** Milliseconds until the answer must begin. */
  readonly timeout: number
}

/**
 * Sends a request. A redirect is not followed, because it may lead to another host, which must not receive
 * the key.
 * @throws ProxyFailure if no answer begins; the abort reason of the signal.
 */
export async function askTarget(asking: TargetRequest): Promise<StreamedAnswer> {
  const { target, path, method = 'POST', body, headers, signal, timer, timeout } = asking
  const url = endpointOf(target.base, target.adapter.codecs.http, path)
  const attempt = new AbortController()
  let isLate = false
  let asked: Promise<StreamedAnswer> | undefined
  const stop = timer(timeout, () => {
    isLate = true
    attempt.abort()
  })
  // The listener stays for the body of the answer. It is released with both signals when the request ends.
  signal.addEventListener('abort', () => attempt.abort(signal.reason), { once: true })
  try {
    signal.throwIfAborted()
    const signed =
      target.sign === undefined
        ? headers
        : await unlessAborted(
            target.sign({ url, method, headers, body: body && joinedBody(body) }),
            attempt.signal,
          )
    asked = asking.send({ url, method, headers: signed, body, signal: attempt.signal })
    return await unlessAborted(asked, attempt.signal)
  } catch (error) {
    // A `fetch` that ignores the signal may return an answer after the abort.
    void asked?.then(({ body }) => body?.cancel()).catch(() => undefined)
    signal.throwIfAborted()
    if (isLate)
      throw new ProxyFailure('target-timeout', `the target did not begin to answer within ${timeout} ms`)
    throw new ProxyFailure('target-unreachable', `the target cannot be reached: ${reasonOf(error)}`)
  } finally {
    stop()
  }
}

/** Returns the path of a generation request. */
export function pathAt({ adapter, platform }: Target, model: string | undefined, streams: boolean): string {
  return (platform?.pathFor ?? adapter.codecs.http.pathFor)(model, streams)
}

/** Returns true if another target may succeed. */
export function mayBePassedOver({ status }: HttpAnswer): boolean {
  return status === 429 || status >= 500
}

/** Minimum length of a key. Shorter texts are not keys, and occur in other words. */
export const SHORTEST_KEY = 8

/** Returns a readable text without known keys and without text that looks like a key. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  const known = keys.filter((key) => key.length >= SHORTEST_KEY)
  const left = known.reduce((rest, key) => rest.replaceAll(key, REDACTED), text)
  const found: Replacement[] = []
  plainSecrets(left, { echoes: [], named: new Set() }, found)
  return replaceAll(left, found)
}

/**
 * Returns the path of a request without keys. A run of characters that is neither a word nor a number may be
 * a key.
 */
export function pathWithoutKeys(url: string, keys: readonly string[]): string {
  const { pathname } = new URL(url)
  return withoutKeys(pathname, keys).replaceAll(/[A-Za-z\d]{16,}/g, (run) =>
    /\d/.test(run) && /[A-Za-z]/.test(run) ? REDACTED : run,
  )
}

/** Returns the platform of a base URL, if it is a known one. */
export function platformAt(
  platforms: readonly Platform[],
  { host, pathname }: Pick<URL, 'host' | 'pathname'>,
): Platform | undefined {
  const address = `${host}${pathname.replace(/(?<!\/)\/*$/, '/')}`
  return platforms.find((platform) => platform.address.test(address))
}

/**
 * Returns the variables with the key of a target: the variables of its platform, or of the vendor at the
 * vendor's hosts. The key is not sent to other hosts.
 */
export function keyVariables({ adapter, platform }: ProxyTarget, base: URL): readonly string[] {
  if (base.protocol !== 'https:') return []
  const { variables = [], hosts } = adapter.codecs.http.access ?? {}
  return platform?.variables ?? (hosts?.test(base.hostname) ? variables : [])
}

/** Returns the header for the target's key, or none for a bearer token. */
function keyHeaderOf({ adapter, platform, keyHeader }: ProxyTarget): { readonly header?: string } {
  const { header } = platform ?? adapter.codecs.http.access ?? {}
  const named = keyHeader?.toLowerCase() ?? header
  return named === undefined || named === 'authorization' ? {} : { header: named }
}

/** Returns the body of a request in the platform's form, with the headers that are fields there. */
export function bodyAt(platform: Platform | undefined, body: JsonObject, own: HeaderFields): JsonObject {
  if (platform === undefined) return body
  const { fields, without = [] } = platform
  const left = Object.entries(body).filter(([name]) => !without.includes(name))
  return { ...fields, ...Object.fromEntries(left), ...listsFromHeaders(platform, body, own) }
}

/** Returns the fields of headers that the platform reads from the body, after the values of the body itself. */
function listsFromHeaders({ headersInBody = {} }: Platform, body: JsonObject, own: HeaderFields): JsonObject {
  return Object.fromEntries(
    Object.entries(headersInBody).flatMap(([header, field]): [string, JsonValue][] => {
      const given = own.get(header)?.split(',') ?? []
      const values = given.map((value) => value.trim()).filter((value) => value !== '')
      const before = body[field]
      return values.length === 0
        ? []
        : [[field, [...new Set([...(isArray(before) ? before : []), ...values])]]]
    }),
  )
}
