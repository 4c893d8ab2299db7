import { answerOf, HeaderMap, type HttpAnswer, type HttpRequest } from '../base/http/http-message.js'
import { AdapterError } from '../base/json/adapter-error.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { ProxyFailure } from './proxy-failure.js'
import type { ProxyOptions } from './proxy-types.js'

/** The keys that a client shows, as clients of its wire do, as a bearer, or in the query (`?key=`). */
export function shownKeys({ headers, url }: HttpRequest, { codecs }: Adapter): readonly string[] {
  const bearer = /^bearer (.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const own = headers.get(codecs.http.access?.header ?? 'authorization')
  return [bearer, own, new URL(url).searchParams.get('key')].flatMap((key) => key ?? [])
}

/** A token that lets clients in. */
export interface AccessToken {
  readonly token: string
  /** Whose it is. Default: it is for all who know it. */
  readonly user?: string
}

/** @throws AdapterError for an empty token, as of a variable that is not set, and for two users with the same one. */
export function readTokens({
  token,
  users = {},
}: Pick<ProxyOptions, 'token' | 'users'>): readonly AccessToken[] {
  const named = Object.entries(users).map(([user, own]) => ({ user, token: own }))
  const tokens = token === undefined ? named : [{ token }, ...named]
  for (const [index, { token: own, ...whose }] of tokens.entries()) {
    const name = 'user' in whose ? `the token of the user "${whose.user}"` : 'the token of the proxy'
    if (own.trim() === '') throw new AdapterError('wrong-type', '', `${name} is empty`)
    if (tokens.findIndex((other) => other.token === own) !== index)
      throw new AdapterError('wrong-type', '', `${name} is also that of another user`)
  }
  return tokens
}

/**
 * Lets only those clients in who show a token where clients of their wire have their key. Without tokens, everybody.
 * @returns whose token it is.
 * @throws ProxyFailure for others.
 */
export function checkTokens(
  request: HttpRequest,
  client: Adapter,
  tokens: readonly AccessToken[],
): string | undefined {
  if (tokens.length === 0) return undefined
  const shown = shownKeys(request, client)
  // All are compared, so that the time says nothing of the place of one.
  const [found] = tokens.filter(({ token }) => shown.filter((key) => isSame(key.trim(), token)).length > 0)
  if (found === undefined)
    throw new ProxyFailure('unauthorized', 'the API key of the request is not the token of this proxy')
  return found.user
}

/**
 * By what the state of one client is told from that of others: the user whose token it shows, else the keys that it shows,
 * or with which it signs. As JSON, so that no key can be made to look like the name of a user.
 */
export function scopeOf(request: HttpRequest, client: Adapter, user: string | undefined): string {
  if (user !== undefined) return JSON.stringify({ user })
  const { signedBy } = client.codecs.http.access ?? {}
  return JSON.stringify(shownKeys(request, client).map((key) => signedBy?.exec(key)?.[1] ?? key))
}

/** Takes the same time wherever the two differ. */
function isSame(shown: string, token: string): boolean {
  let difference = shown.length ^ token.length
  for (let index = 0; index < shown.length; index += 1)
    difference |= shown.charCodeAt(index) ^ token.charCodeAt(index % token.length)
  return difference === 0
}

// Pages of browsers. What they may read of an answer is said by CORS (https://fetch.spec.whatwg.org/#http-cors-protocol), and
// that is off unless a page is named. That alone would not keep them from asking, at the expense of whose key the proxy has.

/** Which pages may use the proxy, beside those of its own origin. */
export interface OriginRules {
  /** `https://chat.example.com`; `*` for all. */
  readonly origins: readonly string[]
  /** Whether each request has to prove itself anyway. */
  readonly hasToken: boolean
}

/** @throws ProxyFailure for requests of pages that were not named. */
export function checkOrigin(request: HttpRequest, { origins, hasToken }: OriginRules): void {
  const origin = request.headers.get('origin')
  if (origin === null || hasToken || isNamed(origin, origins)) return
  if (URL.canParse(origin) && new URL(origin).host === new URL(request.url).host) return
  throw new ProxyFailure('foreign-origin', `pages of ${origin.slice(0, 200)} are not allowed`)
}

/** The answer with what a browser has to be told to let a page that was named read it. */
export function withOrigin(
  answer: HttpAnswer,
  { headers }: HttpRequest,
  { origins }: OriginRules,
): HttpAnswer {
  const origin = headers.get('origin')
  if (origin === null || !isNamed(origin, origins)) return answer
  const vary = answer.headers.get('vary')
  const told = {
    ...Object.fromEntries(answer.headers),
    'access-control-allow-origin': origin,
    'access-control-expose-headers': '*',
    vary: vary === null ? 'origin' : `${vary}, origin`,
  }
  return { ...answer, headers: new HeaderMap(told) }
}

/** What a browser asks before it sends the request of a page; undefined for all else. */
export function preflightAnswer(
  { method, headers }: HttpRequest,
  { origins }: OriginRules,
): HttpAnswer | undefined {
  const origin = headers.get('origin')
  const asked = headers.get('access-control-request-method')
  if (method !== 'OPTIONS' || asked === null || origin === null || !isNamed(origin, origins)) return undefined
  return answerOf(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': asked,
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '600',
    },
  })
}

function isNamed(origin: string, origins: readonly string[]): boolean {
  return origins.includes('*') || origins.includes(origin)
}
