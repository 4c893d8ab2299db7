import type { Adapter } from '../adapter/define.js'
import { wiresAt } from '../exchange/addressed.js'
import { createRegistry, type Registry } from '../exchange/registry.js'
import { AdapterError } from '../json/errors.js'
import type { JsonObject } from '../json/types.js'
import { type GlobMatcher, globMatcher } from '../tools/policy/glob.js'
import { readTargetOptions, type Target } from './target.js'
import type { ProxyOptions, ProxyRoute } from './types.js'

/** A route whose options were checked. */
export interface Route {
  readonly name: string
  readonly from: string | undefined
  readonly isStrict: boolean
  readonly targets: readonly [Target, ...Target[]]
  readonly takes: GlobMatcher
}

/** The wires that clients speak, and where their requests go. */
export interface Router {
  readonly clients: Registry
  /** The wire of a path; where several share it, the first. */
  clientAt(path: string): Adapter | undefined
  /** The wire and the route of a request. The wire is there also where no route takes the model. */
  choose(path: string, body: JsonObject): Chosen
}

export interface Chosen {
  readonly client: Adapter
  readonly model: string | undefined
  readonly route: Route | undefined
}

/** @throws AdapterError for routes that lead nowhere, and as `readTargetOptions` does. */
export function createRouter({ routes, clients = [], environment = {} }: ProxyOptions): Router {
  const read = routes.map((route) => readRoute(route, environment))
  const wires = new Map(
    [...clients, ...routes.flatMap(({ from }) => from ?? [])].map((each) => [each.id, each]),
  )
  if (wires.size === 0)
    throw new AdapterError('missing-field', '', 'no wire is named that clients may speak (from, clients)')
  const registry = createRegistry([...wires.values()])
  return {
    clients: registry,
    clientAt: (path) => registry.adapters.find(({ codecs }) => codecs.http.path.test(path)),
    choose(path, body) {
      const candidates = wiresAt(path, () => body, registry)
      for (const client of candidates) {
        const model = modelOf(client, path, body)
        const route = read.find(({ from = client.id, takes }) => from === client.id && takes(model ?? ''))
        if (route !== undefined) return { client, model, route }
      }
      const [client = nowhere(path)] = candidates
      return { client, model: modelOf(client, path, body), route: undefined }
    },
  }
}

function nowhere(path: string): never {
  throw new AdapterError('unknown-wire', '', `no wire has the path ${path}`)
}

function modelOf({ codecs }: Adapter, path: string, { model }: JsonObject): string | undefined {
  return codecs.http.modelIn?.(path) ?? (typeof model === 'string' ? model : undefined)
}

function readRoute(route: ProxyRoute, environment: Readonly<Record<string, unknown>>): Route {
  const { from, models = ['*'] } = route
  const [first, ...others] = [route.to].flat().map((target) => readTargetOptions(target, environment))
  if (first === undefined) throw new AdapterError('missing-field', '', 'a route names no target')
  const globs = models.map(globMatcher)
  return {
    name: route.name ?? `${from?.id ?? '*'} → ${first.adapter.id}`,
    from: from?.id,
    isStrict: route.mode === 'strict',
    targets: [first, ...others],
    takes: (model) => globs.some((matches) => matches(model)),
  }
}
