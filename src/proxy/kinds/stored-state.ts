import { type HttpAnswer, jsonAnswer } from '../../base/http/http-message.js'
import { decodeSegment } from '../../base/http/request-target.js'
import { arrayOr, expectObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { createContext } from '../../base/model/context.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { unixSeconds } from '../client-request.js'
import { ProxyFailure } from '../proxy-failure.js'
import type { RequestScope } from '../request-scope.js'
import { Stored } from '../stored.js'

/** Returns or deletes a stored answer or conversation. */
export async function stored(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  const state = new Stored(scope.stateOf(client))
  const binding = client.codecs.http.stored
  const id = decodeSegment(binding?.path?.exec(scope.path)?.[1]) ?? ''
  const body = await state.body(id)
  if (body === undefined)
    throw new ProxyFailure('not-stored', `nothing is stored under the id "${id.slice(0, 200)}"`)
  if (scope.request.method !== 'DELETE') return scope.ended(jsonAnswer(body))
  await state.delete(id)
  return scope.ended(jsonAnswer(binding?.deleted?.(id) ?? {}))
}

/** Stores a conversation that the client begins. */
export async function begin(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  const { id: wire, codecs } = client
  const body = expectObject((await scope.body()).value, '')
  const id = `conv_${crypto.randomUUID().replaceAll('-', '')}`
  const messages = codecs.messages.decode(arrayOr(body.items, []), { ...createContext(wire), path: '/items' })
  const answer = compact({ ...codecs.http.stored?.begun?.(id, body.metadata ?? {}, unixSeconds()) })
  await new Stored(scope.stateOf(client)).begin(id, messages, answer)
  return scope.ended(jsonAnswer(answer))
}
