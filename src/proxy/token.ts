import type { Adapter } from '../adapter/define.js'
import { ProxyFailure } from './failure.js'

/**
 * Lets only those clients in who show the token where clients of their wire have their key.
 * @throws ProxyFailure for others.
 */
export function checkToken(request: Request, client: Adapter, token: string): void {
  const { headers } = request
  const { access } = client.codecs.http
  const bearer = /^bearer (.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const shown = [
    bearer,
    headers.get(access?.header ?? 'authorization'),
    new URL(request.url).searchParams.get('key'),
  ]
  if (!shown.some((each) => typeof each === 'string' && isSame(each.trim(), token)))
    throw new ProxyFailure('unauthorized', 'the request does not bear the token of this proxy as its key')
}

/** Takes the same time wherever the two differ. */
function isSame(shown: string, token: string): boolean {
  let difference = shown.length ^ token.length
  for (let index = 0; index < shown.length; index += 1)
    difference |= shown.charCodeAt(index) ^ token.charCodeAt(index % token.length)
  return difference === 0
}
