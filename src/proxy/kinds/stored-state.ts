import { type HttpAnswer, jsonAnswer } from '../../base/http/http-message.js'
import { decodeSegment } from '../../base/http/request-target.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { arrayOr, expectObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { createContext } from '../../base/model/context.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { unixSeconds } from '../client-request.js'
import type { ClientState } from '../client-state.js'
import { ProxyFailure } from '../proxy-failure.js'
import type { RequestScope } from '../request-scope.js'
import { Stored } from '../stored.js'

/** Returns or deletes a stored answer or conversation. */
export async function stored(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  return scope.ended(await storedAnswer(scope.request.method, scope.path, client, scope.stateOf(client)))
}

/**
 * Returns or deletes the value that is stored at a path.
 * @throws ProxyFailure if nothing is stored.
 */
export async function storedAnswer(
  method: string,
  path: string,
  client: Adapter,
  kept: ClientState,
): Promise<HttpAnswer> {
  const state = new Stored(kept)
  const binding = client.codecs.http.stored
  const id = decodeSegment(binding?.path?.exec(path)?.[1]) ?? ''
  const body = await state.body(id)
  if (body === undefined)
    throw new ProxyFailure('not-stored', `nothing is stored under the id "${id.slice(0, 200)}"`)
  if (method !== 'DELETE') return jsonAnswer(body)
  await state.delete(id)
  return jsonAnswer(binding?.deleted?.(id) ?? {})
}

/** Stores a conversation that the client begins. */
export async function begin(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  const body = expectObject((await scope.body()).value, '')
  return scope.ended(await begunAnswer(body, client, scope.stateOf(client)))
}

/** Stores a conversation, and returns the answer with its id. */
export async function begunAnswer(
  body: JsonObject,
  { id: wire, codecs }: Adapter,
  state: ClientState,
): Promise<HttpAnswer> {
  const id = `conv_${crypto.randomUUID().replaceAll('-', '')}`
  const messages = codecs.messages.decode(arrayOr(body.items, []), { ...createContext(wire), path: '/items' })
  const answer = compact({ ...codecs.http.stored?.begun?.(id, body.metadata ?? {}, unixSeconds()) })
  await new Stored(state).begin(id, messages, answer)
  return jsonAnswer(answer)
}
