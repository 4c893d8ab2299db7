import { type HttpAnswer, isOk, jsonAnswer } from '../../base/http/http-message.js'
import { decodeSegment } from '../../base/http/request-target.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { arrayOr, expectObject, isObject, stringOr } from '../../base/json/read-json.js'
import { asWord } from '../../base/json/write-json.js'
import type { ModelsBinding } from '../../codec/wire/contract.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { ProxyFailure } from '../proxy-failure.js'
import { headersFor, keyOf } from '../proxy-target.js'
import { answerText } from '../reading.js'
import type { RequestScope } from '../request-scope.js'
import type { Lister } from '../routes.js'

/** Returns the list of models that routes offer, or one model. */
export async function listModels(scope: RequestScope, client: Adapter): Promise<HttpAnswer> {
  const known = scope.router.modelsFor(client)
  const listed = await Promise.all(scope.router.listersFor(client).map((one) => listedBy(scope, one)))
  return scope.ended(modelsAnswer(client, scope.request.url, [...new Set([...known, ...listed.flat()])]))
}

/** Milliseconds until the list of a target must have arrived. Clients request lists at their start. */
const LIST_TIMEOUT = 5000

/** Returns the models of a target that its route accepts; none if the target does not list its models. */
async function listedBy(scope: RequestScope, { target, takes }: Lister): Promise<readonly string[]> {
  const { at } = target.adapter.codecs.http.models ?? {}
  // Platforms with different paths have no known path for lists.
  if (at === undefined || target.platform?.pathFor !== undefined) return []
  const signal = AbortSignal.any([scope.signal, AbortSignal.timeout(LIST_TIMEOUT)])
  try {
    const key = await keyOf(target)
    const send = (used: string | undefined) => {
      const headers = headersFor(target, used, scope.request.headers)
      return scope.ask({ target, path: at.path, method: 'GET', headers, signal })
    }
    const response = await scope.sendWithKeys(target, key, send, signal)
    const { notes, settings } = scope
    const text = await answerText({ response, key, notes, signal, patience: settings.patience })
    return isOk(response) ? namesIn(tryParseJson(text), at).filter(takes) : []
  } catch {
    return []
  }
}

function namesIn(list: JsonValue | undefined, { field, name }: ModelsBinding['at']): readonly string[] {
  const models = isObject(list) ? arrayOr(list[field], []) : []
  // Google's names are paths.
  return models.flatMap((model) =>
    isObject(model) ? stringOr(model[name], '').replace(/^models\//, '') || [] : [],
  )
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

function modelsAnswer({ codecs }: Adapter, url: string, names: readonly string[]): HttpAnswer {
  const { models } = codecs.http
  const { pathname, searchParams } = new URL(url)
  const wanted = decodeSegment(models?.path.exec(pathname)?.[1]?.slice(1))
  if (models === undefined) throw new ProxyFailure('no-such-path', 'there are no models')
  if (wanted === undefined) return jsonAnswer(models.list(names, searchParams))
  if (!names.includes(wanted)) throw new ProxyFailure('no-route', `no route offers the model "${wanted}"`)
  return jsonAnswer(models.one(wanted))
}
