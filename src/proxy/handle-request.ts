import { answerOf, type HttpAnswer, type HttpRequest } from '../base/http/http-message.js'
import { reasonOf } from '../base/http/reason.js'
import { RefusedRequest } from '../base/http/request-target.js'
import { AdapterError } from '../base/json/adapter-error.js'
import { nearest } from '../base/json/nearest-name.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { checkOrigin } from './client-access.js'
import { failureAnswer } from './failure-answer.js'
import { count } from './kinds/count.js'
import { answerCompaction, generate } from './kinds/generate.js'
import { listModels, showModel, showVersion } from './kinds/models.js'
import { passOn } from './kinds/pass-on.js'
import { answerPrompt } from './kinds/prompt.js'
import { begin, stored } from './kinds/stored-state.js'
import { ProxyFailure, reasonFor } from './proxy-failure.js'
import type { RequestNotes } from './request-notes.js'
import { type ProxySettings, RequestScope } from './request-scope.js'
import { type Endpoint, type Kind, likeliest, type OwnTarget, type Router } from './routes.js'

/** A kind of request: its HTTP methods and its answer. */
interface RequestKind {
  readonly methods: readonly string[]
  /** True for requests that limits of users count. Default: false. */
  readonly isLimited?: boolean
  readonly answer: (scope: RequestScope, client: Adapter) => Promise<HttpAnswer>
}

const KINDS: Readonly<Record<Kind, RequestKind>> = {
  generate: { methods: ['POST'], isLimited: true, answer: generate },
  prompt: { methods: ['POST'], isLimited: true, answer: answerPrompt },
  compact: { methods: ['POST'], isLimited: true, answer: answerCompaction },
  count: { methods: ['POST'], answer: count },
  models: { methods: ['GET', 'HEAD'], answer: listModels },
  show: { methods: ['POST'], answer: showModel },
  version: { methods: ['GET', 'HEAD'], answer: showVersion },
  begin: { methods: ['POST'], answer: begin },
  stored: { methods: ['GET', 'HEAD', 'DELETE'], answer: stored },
}

/** The status that servers log for a request whose client closed the connection. */
const CLOSED_BY_CLIENT = 499

/** Answers one request. Never rejects, since errors become answers in the form of the client's wire. */
export async function handleRequest(
  request: HttpRequest,
  router: Router,
  settings: ProxySettings,
  notes: RequestNotes,
): Promise<HttpAnswer> {
  const scope = new RequestScope(request, router, settings, notes)
  return answerTo(scope).catch((error: unknown) => failed(scope, error))
}

/**
 * Answers a request.
 * @throws ProxyFailure, AdapterError or RefusedRequest for a request that cannot be read or answered.
 */
async function answerTo(scope: RequestScope): Promise<HttpAnswer> {
  const { request, router, notes } = scope
  const endpoint = router.placeOf(request)
  const clients = endpoint === undefined ? router.clientsOf(request.headers) : [endpoint.client]
  enter(scope, clients)
  const own = ownTarget(scope, clients, endpoint)
  if (own !== undefined) return passOn(scope, own)
  if (endpoint === undefined) throw unknownPath(scope)
  const { kind, client } = endpoint
  const { methods, isLimited, answer } = KINDS[kind]
  if (request.method === 'OPTIONS')
    return scope.ended(answerOf(null, { status: 204, headers: { allow: methods.join(', ') } }))
  if (!methods.includes(request.method))
    throw new ProxyFailure('no-such-method', `the method ${request.method} is not allowed here`, {
      allowed: methods,
    })
  scope.letIn(client)
  notes.note({ kind: kind === 'prompt' ? 'generate' : kind })
  if (isLimited) await scope.countForLimits()
  return answer(scope, client)
}

/**
 * Returns the error for a path that the proxy does not serve, with the nearest path, or with all of them. The error has the
 * form of the nearest path's wire, if the headers do not identify the wire.
 */
function unknownPath(scope: RequestScope): ProxyFailure {
  const { router, notes } = scope
  const path = notes.path.slice(0, 200)
  const served = router.servedPaths()
  const meant = nearest(
    path,
    served.map((each) => each.path),
  )
  const owners = served.flatMap((each) => (each.path === meant ? each.client : []))
  scope.client ??= likeliest(owners, path, scope.request.headers)[0]
  const main = served.flatMap((each) => (each.isMain ? each.path : []))
  const fix = meant === undefined ? '' : `Did you mean ${meant}? `
  const paths = [...new Set(main)].join(', ')
  return new ProxyFailure(
    'no-such-path',
    `there is no path ${path}. ${fix}Requests for answers are served at ${paths}`,
  )
}

/**
 * Records the client of a request, and checks the origin of its page.
 * @throws ProxyFailure for a web page without access, in the form of the client's wire if only one wire is
 * possible.
 */
function enter(scope: RequestScope, clients: readonly Adapter[]): void {
  const [client] = clients
  if (client !== undefined && clients.length === 1) {
    scope.client = client
    scope.notes.note({ from: client.id })
  }
  checkOrigin(scope.request, scope.settings.pages)
}

/**
 * Returns the target of a request that is forwarded unchanged: a request that the proxy does not handle, if
 * `passOn` is set, and a request for state that the provider of the client's wire stores. Prompts are
 * forwarded with `passOn`, since converting them to conversations loses templates.
 */
function ownTarget(
  { request, router, settings: { passOn } }: RequestScope,
  clients: readonly Adapter[],
  endpoint: Endpoint | undefined,
): OwnTarget | undefined {
  const isHandled = endpoint !== undefined && KINDS[endpoint.kind].methods.includes(request.method)
  const isState = endpoint?.kind === 'stored' || endpoint?.kind === 'begin'
  const isPrompt = endpoint?.kind === 'prompt'
  const mayForward = isState && router.keepsNothing(endpoint.client)
  const isForwarded = mayForward || (passOn && (!isHandled || isState || isPrompt))
  return isForwarded ? router.ownTarget(clients) : undefined
}

/** Ends the request with an error. */
function failed(scope: RequestScope, error: unknown): HttpAnswer {
  const failure = failureOf(error)
  const { notes, signal } = scope
  failure.message = notes.public(failure.message)
  notes.note({
    status: signal.aborted ? CLOSED_BY_CLIENT : failure.status,
    error: failure.code === 'internal' ? notes.public(reasonOf(error)) : failure.message,
    aborted: signal.aborted,
  })
  notes.addNotices(failure.notices)
  notes.end()
  scope.release()
  return failureAnswer(failure, scope.client)
}

/**
 * Converts an error to a failure. Unexpected errors become "internal error", because their messages may
 * contain private data.
 */
function failureOf(error: unknown): ProxyFailure {
  if (error instanceof ProxyFailure) return error
  if (error instanceof AdapterError) return new ProxyFailure('bad-request', reasonFor(error))
  if (error instanceof RefusedRequest) return new ProxyFailure('bad-request', error.message)
  return new ProxyFailure('internal', 'internal error')
}
