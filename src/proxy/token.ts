import type { Adapter } from '../adapter/define.js'
import { ProxyFailure } from './failure.js'

/** The keys that a client shows in headers, as clients of its wire do or as a bearer. */
export function shownKeys(headers: Headers, { codecs }: Adapter): readonly string[] {
  const bearer = /^bearer (.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return [bearer, headers.get(codecs.http.access?.header ?? 'authorization')].flatMap((key) => key ?? [])
}

/**
 * Lets only those clients in who show the token where clients of their wire have their key.
 * @throws ProxyFailure for others.
 */
export function checkToken({ headers, url }: Request, client: Adapter, token: string): void {
  const inQuery = new URL(url).searchParams.get('key') ?? []
  const shown = [shownKeys(headers, client), inQuery].flat()
  if (!shown.some((key) => isSame(key.trim(), token)))
    throw new ProxyFailure('unauthorized', 'the request does not bear the token of this proxy as its key')
}

/** Takes the same time wherever the two differ. */
function isSame(shown: string, token: string): boolean {
  let difference = shown.length ^ token.length
  for (let index = 0; index < shown.length; index += 1)
    difference |= shown.charCodeAt(index) ^ token.charCodeAt(index % token.length)
  return difference === 0
}
