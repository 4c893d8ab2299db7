import type { Adapter } from '../wire/define.js'
import { ProxyFailure } from './failure.js'

/** The keys that a client shows, as clients of its wire do, as a bearer, or in the query (`?key=`). */
export function shownKeys({ headers, url }: Request, { codecs }: Adapter): readonly string[] {
  const bearer = /^bearer (.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const own = headers.get(codecs.http.access?.header ?? 'authorization')
  return [bearer, own, new URL(url).searchParams.get('key')].flatMap((key) => key ?? [])
}

/**
 * Lets only those clients in who show the token where clients of their wire have their key.
 * @throws ProxyFailure for others.
 */
export function checkToken(request: Request, client: Adapter, token: string): void {
  if (!shownKeys(request, client).some((key) => isSame(key.trim(), token)))
    throw new ProxyFailure('unauthorized', 'the API key of the request is not the token of this proxy')
}

/** Takes the same time wherever the two differ. */
function isSame(shown: string, token: string): boolean {
  let difference = shown.length ^ token.length
  for (let index = 0; index < shown.length; index += 1)
    difference |= shown.charCodeAt(index) ^ token.charCodeAt(index % token.length)
  return difference === 0
}
