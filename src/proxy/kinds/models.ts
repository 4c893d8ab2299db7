import { type HttpAnswer, jsonAnswer } from '../../base/http/http-message.js'
import { decodeSegment } from '../../base/http/request-target.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { ProxyFailure } from '../proxy-failure.js'
import type { RequestScope } from '../request-scope.js'

/** Returns the list of models that routes offer, or one model. */
export async function listModels(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  return scope.ended(modelsAnswer(client, scope.path, scope.router.modelsFor(client)))
}

function modelsAnswer({ codecs }: Adapter, path: string, names: readonly string[]): HttpAnswer {
  const { models } = codecs.http
  const wanted = decodeSegment(models?.path.exec(path)?.[1]?.slice(1))
  if (models === undefined) throw new ProxyFailure('no-such-path', 'there are no models')
  if (wanted === undefined) return jsonAnswer(models.list(names))
  if (!names.includes(wanted)) throw new ProxyFailure('no-route', `no route offers the model "${wanted}"`)
  return jsonAnswer(models.one(wanted))
}
