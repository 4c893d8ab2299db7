import { answerOf, HeaderMap, type HttpAnswer, type HttpRequest } from '../base/http/http-message.js'
import { AdapterError } from '../base/json/adapter-error.js'
import { at } from '../base/json/read-json.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { ProxyFailure } from './proxy-failure.js'
import type { ProxyOptions, ProxyUser } from './proxy-types.js'

/** Returns the keys of a client: from the header of the wire, a bearer token, or the query (`?key=`). */
export function shownKeys({ headers, url }: HttpRequest, { codecs }: Adapter): readonly string[] {
  const bearer = /^bearer (.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const own = headers.get(codecs.http.access?.header ?? 'authorization')
  return [bearer, own, new URL(url).searchParams.get('key')].flatMap((key) => key ?? [])
}

/** A token that gives clients access. */
export interface AccessToken {
  readonly token: string
  /** The user of the token. Default: all clients with the token share one scope. */
  readonly user?: string
}

/**
 * Reads the access tokens.
 * @throws AdapterError for an empty token (for example of a variable that is not set), and for two users with
 * the same token.
 */
export function readTokens({
  token,
  users = {},
}: Pick<ProxyOptions, 'token' | 'users'>): readonly AccessToken[] {
  const named = Object.entries(users).map(([user, own]) => ({ user, token: asUser(own).token }))
  const tokens = token === undefined ? named : [{ token }, ...named]
  for (const [index, { token: own, ...whose }] of tokens.entries()) {
    const name = 'user' in whose ? `the token of the user "${whose.user}"` : 'the token of the proxy'
    const path = 'user' in whose ? at('/users', whose.user) : '/token'
    if (own.trim() === '') throw new AdapterError('wrong-type', path, `${name} is empty`)
    if (tokens.findIndex((other) => other.token === own) !== index)
      throw new AdapterError('wrong-type', path, `${name} is also that of another user`)
  }
  return tokens
}

/** Returns a user with the form of an object. */
export function asUser(user: string | ProxyUser): ProxyUser {
  return typeof user === 'string' ? { token: user } : user
}

/**
 * Accepts only clients that send a token in place of the key of their wire. Without tokens, every client is
 * accepted.
 * @returns the user of the matching token, if the token has a user.
 * @throws ProxyFailure for other clients.
 */
export function checkTokens(
  request: HttpRequest,
  client: Adapter,
  tokens: readonly AccessToken[],
): string | undefined {
  if (tokens.length === 0) return undefined
  const shown = shownKeys(request, client)
  // All tokens are compared, so that the time does not reveal the position of a match.
  const [found] = tokens.filter(({ token }) => shown.filter((key) => isSame(key.trim(), token)).length > 0)
  if (found === undefined)
    throw new ProxyFailure('unauthorized', 'the API key of the request is not the token of this proxy')
  return found.user
}

/**
 * Returns the scope that separates the state of clients: the user of the token, or otherwise the keys that
 * the client sends or signs with. The scope is JSON, so that a key cannot imitate the name of a user.
 */
export function scopeOf(request: HttpRequest, client: Adapter, user: string | undefined): string {
  if (user !== undefined) return userScope(user)
  const { signedBy } = client.codecs.http.access ?? {}
  return JSON.stringify(shownKeys(request, client).map((key) => signedBy?.exec(key)?.[1] ?? key))
}

/** Returns the scope of a user. */
export function userScope(user: string): string {
  return JSON.stringify({ user })
}

/** Compares two tokens in a time that does not depend on the position of a difference. */
function isSame(shown: string, token: string): boolean {
  let difference = shown.length ^ token.length
  for (let index = 0; index < shown.length; index += 1)
    difference |= shown.charCodeAt(index) ^ token.charCodeAt(index % token.length)
  return difference === 0
}

// Access of web pages. CORS controls which answers pages may read
// (https://fetch.spec.whatwg.org/#http-cors-protocol), and is disabled unless an origin is named. CORS does
// not prevent requests, which are billed to the key of the proxy.

/** The origins whose pages may use the proxy, in addition to its origin. */
export interface OriginRules {
  /** The origins, such as `https://chat.example.com`; `*` for all. */
  readonly origins: readonly string[]
  /** True if each request must send a token. */
  readonly hasToken: boolean
}

/**
 * Checks the origin of a request from a web page.
 * @throws ProxyFailure for requests of pages whose origin is not named.
 */
export function checkOrigin(request: HttpRequest, { origins, hasToken }: OriginRules): void {
  const origin = request.headers.get('origin')
  if (origin === null || hasToken || isNamed(origin, origins)) return
  if (URL.canParse(origin) && new URL(origin).host === new URL(request.url).host) return
  throw new ProxyFailure('foreign-origin', `pages of ${origin.slice(0, 200)} are not allowed`)
}

/** Returns the answer with the headers that allow a named page to read it. */
export function withOriginHeaders(
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

/** Returns the answer to a CORS preflight request, or undefined for other requests. */
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
