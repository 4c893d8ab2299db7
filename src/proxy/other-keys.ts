import { HeaderMap, isOk, type StreamedAnswer } from '../base/http/http-message.js'
import type { KeyRing } from './key-ring.js'
import { type AnswerBody, answerText } from './reading.js'
import { requestedWait } from './target-health.js'

/** A refused request, and the function that sends it with another key. */
export interface RefusedKey extends AnswerBody {
  readonly ring: KeyRing
  send(key: string): Promise<StreamedAnswer>
}

/** Sends a request with the other keys of its target, until one is not refused. The answer does not contain the other keys. */
export async function withOtherKeys(refused: RefusedKey): Promise<StreamedAnswer> {
  const { ring, send } = refused
  let { response, key } = refused
  // One more than there are keys, because a source may return a new key.
  for (let left = ring.size + 1; left > 0 && isRefusedKey(response); left -= 1) {
    const read = await readOnce({ ...refused, response, key })
    const { status } = response
    response = read()
    const next = await ring.refused(key, status, await requestedWait(read()))
    if (next === undefined || next === key) return response
    key = next
    response = await send(next)
  }
  if (!isOk(response)) return (await readOnce({ ...refused, response, key }))()
  const { status, headers, body } = response
  return { status, headers: withoutKey(headers, key), body }
}

/**
 * Reads a refusal, and removes the key from it: later steps know only the first key of a request. Returns a
 * function that creates the refusal.
 */
async function readOnce(answer: RefusedKey): Promise<() => StreamedAnswer> {
  const { status, headers: given } = answer.response
  const headers = withoutKey(given, answer.key)
  const text = await answerText(answer)
  return () => ({ status, headers, body: new Response(text).body })
}

/** Returns true for a refusal that another key may not get. */
export function isRefusedKey({ status }: { readonly status: number }): boolean {
  return status === 401 || status === 429
}

/** Removes headers that repeat the key, since later steps know only the first key. */
function withoutKey(headers: StreamedAnswer['headers'], key = ''): HeaderMap {
  return new HeaderMap(
    Object.fromEntries([...headers].filter(([, value]) => key === '' || !value.includes(key))),
  )
}
