import { type HttpAnswer, jsonAnswer } from '../../base/http/http-message.js'
import { decodeSegment } from '../../base/http/request-target.js'
import { expectObject } from '../../base/json/read-json.js'
import { asWord } from '../../base/json/write-json.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { ProxyFailure } from '../proxy-failure.js'
import type { RequestScope } from '../request-scope.js'

/** Returns the list of models that routes offer, or one model. */
export async function listModels(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  return scope.ended(modelsAnswer(client, scope.path, scope.router.modelsFor(client)))
}

/**
 * Describes a model with the facts of the first target of its route.
 * @throws ProxyFailure for a model without a route.
 */
export async function showModel(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  const { value } = await scope.body()
  const { model, name = model } = expectObject(value, '')
  const wanted = asWord(name)
  const route = scope.routeOf(scope.router.chooseFor(client, scope.path, { model: wanted }))
  const [target] = route.targets
  const { context, input, reasoning } = target.models.find(target.model ?? wanted) ?? {}
  const hasVision = input?.includes('image')
  const hasReasoning = reasoning !== undefined && reasoning !== false
  const { show } = client.codecs.http.models ?? {}
  return scope.ended(jsonAnswer(show?.answer(wanted, { context, hasVision, hasReasoning }) ?? {}))
}

/** States the version of the server that the proxy replaces. */
export async function showVersion(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  return scope.ended(jsonAnswer(client.codecs.http.models?.version?.answer ?? {}))
}

function modelsAnswer({ codecs }: Adapter, path: string, names: readonly string[]): HttpAnswer {
  const { models } = codecs.http
  const wanted = decodeSegment(models?.path.exec(path)?.[1]?.slice(1))
  if (models === undefined) throw new ProxyFailure('no-such-path', 'there are no models')
  if (wanted === undefined) return jsonAnswer(models.list(names))
  if (!names.includes(wanted)) throw new ProxyFailure('no-route', `no route offers the model "${wanted}"`)
  return jsonAnswer(models.one(wanted))
}
