import { readTarget } from '../../base/http/request-target.js'
import { milliseconds, realTimer } from '../../base/http/timer.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { Compact } from '../../base/json/write-json.js'
import { expectKnown } from '../../base/model/expect.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { profileAt, profileOfHeaders } from '../../codec/wire/limits.js'
import { checkHeaders, endpointOf, withoutQuery } from './key-and-endpoint.js'
import type { FetchSend, FetchSendOptions } from './send-types.js'

/** Validated options with their defaults. */
export interface SendSettings
  extends Compact<Required<Omit<FetchSendOptions, OptionalName>>>,
    Pick<FetchSendOptions, 'key' | OptionalName> {
  readonly base: URL
}

/** Options without a default. */
type OptionalName = 'key' | 'url' | 'totalTimeout' | 'idempotencyHeader' | 'onRetry'

/** The names of the options of `fetchSend`. */
export const SEND_OPTIONS: Readonly<Record<keyof FetchSendOptions, true>> = {
  key: true,
  url: true,
  headers: true,
  fetch: true,
  retries: true,
  longestWait: true,
  answerTimeout: true,
  totalTimeout: true,
  idleTimeout: true,
  idempotencyHeader: true,
  onRetry: true,
  timer: true,
}

const LONGEST_WAIT = 60_000
const TIMEOUT = 240_000

/**
 * Checks the options of a request and adds their defaults.
 * @throws AdapterError for invalid options, RangeError for times that no timer supports.
 */
export function readSettings(adapter: Adapter, options: FetchSendOptions): SendSettings {
  if (typeof adapter !== 'object' || adapter === null || adapter.codecs === undefined)
    throw new AdapterError(
      'wrong-type',
      '',
      'fetchSend needs an adapter first: fetchSend(adapter, { key }), with one of toolwire/adapters/…',
    )
  if (adapter.lacks.has('http'))
    throw new AdapterError('unsupported', '', `${adapter.title} has no HTTP; nothing can be sent in it`)
  if (typeof options !== 'object' || options === null)
    throw new AdapterError('wrong-type', '', `fetchSend needs options: { key }. ${KEY}`)
  expectKnown(options, SEND_OPTIONS, 'an option of fetchSend')
  const { retries = 2, longestWait = LONGEST_WAIT, timer = realTimer, onRetry } = options
  const { totalTimeout, idempotencyHeader } = options
  const key = options.key === null || typeof options.key === 'function' ? options.key : expectKey(options.key)
  if (!Number.isInteger(retries) || retries < 0)
    throw new AdapterError('wrong-type', '/retries', `retries must be an integer from 0 on, got ${retries}`)
  const headers = { ...adapter.codecs.http.access?.headers, ...options.headers }
  checkHeaders(headers)
  if (idempotencyHeader !== undefined) checkHeaders({ [idempotencyHeader]: '' })
  if (totalTimeout !== undefined) milliseconds('totalTimeout', totalTimeout)
  return {
    key,
    base: baseOf(adapter, options.url),
    headers,
    // The global function is looked up at each call, so that a later replacement is used.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    retries,
    longestWait: Math.min(
      longestWait === 0 ? 0 : milliseconds('longestWait', longestWait),
      totalTimeout ?? Number.POSITIVE_INFINITY,
    ),
    answerTimeout: milliseconds('answerTimeout', options.answerTimeout ?? TIMEOUT),
    idleTimeout: milliseconds('idleTimeout', options.idleTimeout ?? TIMEOUT),
    totalTimeout,
    idempotencyHeader,
    onRetry,
    timer,
  }
}

/** Returns the facts of a `fetchSend` that `provider` uses. */
export function knownOf(
  { codecs }: Adapter,
  { base, headers }: SendSettings,
): Pick<FetchSend<Adapter>, 'keepsDigits' | 'url' | 'profileFor' | 'urlFor'> {
  return {
    keepsDigits: true,
    url: base.href,
    profileFor(model) {
      return (
        profileOfHeaders(codecs.http, base, new Headers(headers), model) ?? profileAt(codecs, base, model)
      )
    },
    urlFor: (path) => withoutQuery(endpointOf(base, codecs.http, path)),
  }
}

const KEY =
  'Give the API key, or a function that returns it; null sends none. No variable of the environment is read by itself: key: process.env.MY_KEY'

/**
 * Checks a key.
 * @throws AdapterError for an invalid key. The message does not repeat the key.
 */
export function expectKey(key: unknown): string {
  if (key === undefined || (typeof key === 'string' && key.trim() === ''))
    throw new AdapterError('missing-field', '/key', `key is missing or empty. ${KEY}`)
  if (typeof key !== 'string') throw new AdapterError('wrong-type', '/key', `key is not a text. ${KEY}`)
  checkHeaders({ key })
  if (/^bearer\s/i.test(key.trimStart()))
    throw new AdapterError(
      'wrong-type',
      '/key',
      'key begins with "Bearer ", which is added to it. Pass only the key that follows',
    )
  // Removes the trailing line end of a secrets file, which headers do not allow.
  return key.trim()
}

/**
 * Returns the base URL. The bare host of the vendor, `https://api.openai.com`, becomes the vendor's base URL.
 * @throws AdapterError for the URL of an endpoint, to which the path would be added again.
 */
function expectBase(given: URL, { http }: Adapter['codecs']): URL {
  const usual = http.access?.url === undefined ? undefined : new URL(http.access.url)
  if (given.pathname === '/' && given.origin === usual?.origin) return usual
  const [endpoint] = http.path.exec(given.pathname.replace(/\/$/, '')) ?? []
  if (endpoint === undefined) return given
  const base = given.href.replace(/\/$/, '').slice(0, -endpoint.length)
  throw new AdapterError(
    'wrong-type',
    '/url',
    `url is the base URL of the API, to which ${endpoint} is added. Remove it: url: '${base}'`,
  )
}

function baseOf({ title, codecs }: Adapter, url: string | undefined): URL {
  const given = url ?? codecs.http.access?.url
  if (given !== undefined) return expectBase(readTarget(given, '/url'), codecs)
  throw new AdapterError(
    'missing-field',
    '/url',
    `${title} has no single address; give url, the base URL of the server, such as https://service.region.example.com`,
  )
}
