import type { HeaderFields, HttpRequest } from '../base/http/http-message.js'
import { AdapterError, withPathPrefix } from '../base/json/adapter-error.js'
import type { JsonObject } from '../base/json/json-types.js'
import { at } from '../base/json/read-json.js'
import {
  type Called,
  expectAdapter,
  expectList,
  expectOptions,
  type KnownOptions,
} from '../base/model/expect.js'
import { type GlobMatcher, globMatcher, matchesAll } from '../base/model/glob.js'
import type { HttpBinding } from '../codec/wire/contract.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { type Catalogue, models } from '../translate/catalogue/index.js'
import { createRegistry, expectHttp, modelAt, wiresAt } from '../translate/exchange/registry.js'
import { KeyRing } from './key-ring.js'
import { readTargetOptions, type Target } from './proxy-target.js'
import type { ProxiedRequest, ProxyOptions, ProxyRoute } from './proxy-types.js'
import { TargetHealth } from './target-health.js'

/** A route whose options were checked. */
export interface Route {
  readonly name: string
  readonly from: string | undefined
  readonly isStrict: boolean
  readonly targets: readonly [Target, ...Target[]]
  readonly takes: GlobMatcher
  /**
   * The model names that the route certainly accepts: names that are not globs, and the names of its targets
   * if it accepts all models.
   */
  readonly models: readonly string[]
  /** The target that lists further accepted models, since it receives the client's names. */
  readonly lister: Target | undefined
}

/** The kind of a request at a known path. Prompts are reported as `generate`. */
export type Kind = Exclude<NonNullable<ProxiedRequest['kind']>, 'passed-on'> | 'prompt'

/** The kind of request at a path, and its wire. */
export interface Endpoint {
  readonly kind: Kind
  readonly client: Adapter
}

/** A path that the proxy serves. Paths with a model contain "MODEL". */
export interface ServedPath {
  readonly path: string
  readonly client: Adapter
  /** True for requests for answers; false for counting, compaction and lists. */
  readonly isMain: boolean
}

/** The wires of clients, and the routes of their requests. */
export interface Router {
  /**
   * Returns the endpoint at the path of a request. If several wires share the path, the headers decide;
   * otherwise the first wire is used.
   */
  placeOf(request: HttpRequest): Endpoint | undefined
  /** Returns the wire and the route of a request. The wire is present even if no route accepts the model. */
  choose(path: string, body: JsonObject): Chosen
  /** Returns the route of a request whose wire is known. */
  chooseFor(client: Adapter, path: string, body: JsonObject): Chosen
  /** Returns the paths that the proxy serves, of all wires of its clients. */
  servedPaths(): readonly ServedPath[]
  /** Returns the possible wires of a request to any path, based on its headers. */
  clientsOf(headers: HeaderFields): readonly Adapter[]
  /**
   * Returns the target for requests that the proxy does not handle: the first target of the client's wire.
   */
  ownTarget(clients: readonly Adapter[]): OwnTarget | undefined
  /**
   * Returns true if all targets of a wire's clients use the same wire, so that the targets store the clients'
   * data themselves.
   */
  keepsNothing(client: Adapter): boolean
  /** Returns the models that clients of a wire can request. */
  modelsFor(client: Adapter): readonly string[]
  /** Returns the routes of a wire's clients whose targets have lists of further models. */
  listersFor(client: Adapter): readonly Lister[]
  /** The keys of all targets that are known before the first request. */
  readonly keys: readonly string[]
}

/** A target, and the clients whose requests it receives. */
export interface OwnTarget {
  readonly client: Adapter
  readonly route: Route
  readonly target: Target
}

/** A target with a list of models, and the test for models that its route accepts. */
export interface Lister {
  readonly target: Target
  readonly takes: GlobMatcher
}

export interface Chosen {
  readonly client: Adapter
  readonly model: string | undefined
  readonly route: Route | undefined
}

const CALLED: Called = ['a proxy', 'createProxy({ routes: [{ from: adapter, to: { adapter, url, key } }] })']
const ROUTES: Called = ['a proxy needs routes', CALLED[1]]

const OPTIONS: KnownOptions<ProxyOptions> = {
  routes: true,
  models: true,
  clients: true,
  fetch: true,
  environment: true,
  state: true,
  secret: true,
  token: true,
  users: true,
  origins: true,
  passOn: true,
  maxBodyBytes: true,
  unpackers: true,
  answerTimeout: true,
  idleTimeout: true,
  keepAliveInterval: true,
  timer: true,
  now: true,
  resting: true,
  onAnswered: true,
}

/**
 * Creates the router of a proxy.
 * @throws AdapterError for invalid routes; the errors of `readTargetOptions`.
 */
export function createRouter(options: ProxyOptions): Router {
  expectOptions(options, OPTIONS, CALLED)
  expectList(options.routes, ROUTES, '/routes')
  const { routes, clients = [], environment = {}, models: known = models } = options
  for (const [index, client] of clients.entries()) expectClient(client, at('/clients', index))
  const read = routes.map((route, index) =>
    withHealth(
      withPathPrefix(at('/routes', index), () => readRoute(route, environment, known)),
      options,
    ),
  )
  const wires = new Map(
    [...clients, ...routes.flatMap(({ from }) => from ?? [])].map((each) => [each.id, each]),
  )
  if (wires.size === 0)
    throw new AdapterError('missing-field', '/clients', 'no wire of clients is named (from, clients)')
  const registry = createRegistry([...wires.values()])
  const routeFor = ({ id }: Adapter, model: string | undefined) =>
    read.find(({ from = id, takes }) => from === id && takes(model ?? ''))
  const chooseFor = (client: Adapter, path: string, body: JsonObject): Chosen => {
    const model = modelAt(path, body, client)
    return { client, model, route: routeFor(client, model) }
  }
  return {
    placeOf: ({ url, headers }) => endpointAt(new URL(url).pathname, headers, registry.adapters),
    choose(path, body) {
      const candidates = wiresAt(path, () => body, registry)
      const chosen = candidates.map((client) => chooseFor(client, path, body))
      return chosen.find(({ route }) => route !== undefined) ?? chosen[0] ?? nowhere()
    },
    chooseFor,
    servedPaths: () => registry.adapters.flatMap(pathsOf),
    clientsOf: (headers) => clientsBy(headers, registry.adapters),
    ownTarget: (among) => among.flatMap((client) => ownTargets(client, read)).at(0),
    keepsNothing: (client) => targetsOf(client, read).every(({ target }) => target.adapter.id === client.id),
    keys: read.flatMap(({ targets }) => targets.flatMap(({ keySource }) => knownKeys(keySource))),
    listersFor: ({ id }) =>
      read.flatMap(({ from = id, lister: target, takes }) =>
        from === id && target !== undefined ? { target, takes } : [],
      ),
    modelsFor: ({ id }) => [...new Set(read.flatMap(({ from = id, models }) => (from === id ? models : [])))],
  }
}

const KINDS: readonly (readonly [Kind, (http: HttpBinding) => RegExp | undefined])[] = [
  ['generate', ({ path }) => path],
  ['prompt', ({ promptPath }) => promptPath],
  ['compact', ({ compact }) => compact?.path],
  ['count', ({ count }) => count?.path],
  ['begin', ({ stored }) => stored?.begin],
  ['models', ({ models }) => models?.path],
  ['show', ({ models }) => models?.show?.path],
  ['version', ({ models }) => models?.version?.path],
  ['stored', ({ stored }) => stored?.path],
]

function pathsOf(client: Adapter): ServedPath[] {
  const { pathFor, count, compact, models } = client.codecs.http
  const others = [count?.pathFor('MODEL'), compact?.pathFor(), models?.at.path].flatMap((path) => path ?? [])
  return [pathFor('MODEL', false), ...others].map((path, index) => ({
    path: path.split('?')[0] ?? path,
    client,
    isMain: index === 0,
  }))
}

/** Returns the endpoint at a path. If several wires share the path, the headers decide. */
export function endpointAt(
  path: string,
  headers: HeaderFields,
  adapters: readonly Adapter[],
): Endpoint | undefined {
  for (const [kind, pathOf] of KINDS) {
    const there = adapters.filter(({ codecs }) => pathOf(codecs.http)?.test(path))
    const [client] = likeliest(there, path, headers)
    if (client !== undefined) return { kind, client }
  }
  return undefined
}

/**
 * Returns the likeliest of several wires that share a path: the wires that the headers identify, or else the
 * wires with the path's version and without identifying headers.
 */
export function likeliest(
  adapters: readonly Adapter[],
  path: string,
  headers: HeaderFields,
): readonly Adapter[] {
  const known = adapters.filter((adapter) => isKnownBy(adapter, headers))
  if (known.length > 0) return known
  const version = versionOf(path)
  const usual = adapters.filter(({ codecs }) => versionOf(codecs.http.pathFor(undefined, false)) === version)
  return narrowed(usual.length > 0 ? usual : adapters, hasNoSign)
}

const VERSION = /\/(v\d\w*)\//

function versionOf(path: string): string | undefined {
  return VERSION.exec(path)?.[1]
}

/** Returns true if only clients of this wire send these headers. */
function isKnownBy({ codecs }: Adapter, headers: HeaderFields): boolean {
  const { header, headers: fixed = {}, agents } = codecs.http.access ?? {}
  if (agents?.test(headers.get('user-agent') ?? '')) return true
  return [header, ...Object.keys(fixed)].some((name) => name !== undefined && headers.has(name))
}

/**
 * Returns true if clients of this wire send their key in the same way as most wires, so that they cannot be
 * distinguished.
 */
function hasNoSign({ codecs }: Adapter): boolean {
  return codecs.http.access?.header === undefined && codecs.http.access?.agents === undefined
}

function narrowed(adapters: readonly Adapter[], isFit: (adapter: Adapter) => boolean): readonly Adapter[] {
  const fit = adapters.filter(isFit)
  return fit.length > 0 ? fit : adapters
}

/** Returns the wires whose headers are present, or otherwise the wires without identifying headers. */
function clientsBy(headers: HeaderFields, adapters: readonly Adapter[]): readonly Adapter[] {
  const known = adapters.filter((adapter) => isKnownBy(adapter, headers))
  if (known.length > 0 || adapters.length === 1) return known.length > 0 ? known : adapters
  return narrowed(
    adapters.filter(({ codecs }) => codecs.http.access?.header === undefined),
    hasNoSign,
  )
}

function ownTargets(client: Adapter, routes: readonly Route[]): OwnTarget[] {
  return targetsOf(client, routes).filter(({ target }) => target.adapter.id === client.id)
}

function targetsOf(client: Adapter, routes: readonly Route[]): OwnTarget[] {
  return routes
    .filter(({ from = client.id }) => from === client.id)
    .flatMap((route) => route.targets.map((target) => ({ client, route, target })))
}

function nowhere(): never {
  throw new AdapterError('unknown-wire', '', 'no wire has the path of the request')
}

function expectClient(client: Adapter, path: string): void {
  expectAdapter(client, 'the wire of clients', path)
  expectHttp(client, path)
}

function readRoute(
  route: ProxyRoute,
  environment: Readonly<Record<string, unknown>>,
  known: Catalogue,
): Route {
  const { from, to, models = ['*'] } = route
  if (from !== undefined) expectClient(from, '/from')
  const [first, ...others] = [to]
    .flat()
    .map((target, index) =>
      withPathPrefix(Array.isArray(to) ? at('/to', index) : '/to', () =>
        readTargetOptions(target, environment, known),
      ),
    )
  if (first === undefined) throw new AdapterError('missing-field', '/to', 'a route has no target')
  const globs = models.map(globMatcher)
  const isOpen = first.model === undefined && models.some(isGlob)
  return {
    name: route.name ?? `${from?.id ?? '*'} → ${first.adapter.id}`,
    from: from?.id,
    isStrict: route.mode === 'strict',
    targets: [first, ...others],
    takes: (model) => globs.some((matches) => matches(model)),
    models: models.some(matchesAll) ? [first.model ?? []].flat() : models.filter((name) => !isGlob(name)),
    lister: isOpen ? first : undefined,
  }
}

function knownKeys(source: Target['keySource']): readonly string[] {
  if (source instanceof KeyRing) return source.known
  return typeof source === 'string' ? [source] : []
}

/** Adds the failures of targets, on a route with several targets. */
function withHealth(route: Route, { resting = {}, now = Date.now }: ProxyOptions): Route {
  const [first, ...others] = route.targets
  if (others.length === 0 || resting === false) return route
  const watched = (target: Target) => ({ ...target, health: new TargetHealth(resting, now) })
  return { ...route, targets: [watched(first), ...others.map(watched)] }
}

function isGlob(name: string): boolean {
  return /[*?]/.test(name)
}
