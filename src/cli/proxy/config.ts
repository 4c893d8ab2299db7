import { readFile } from 'node:fs/promises'
import stripJsonComments from 'strip-json-comments'
import { AdapterError, attempt } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { parseJson } from '../../base/json/parse.js'
import { asNative } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { Platform } from '../../codec/wire/contract.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { platformAt } from '../../proxy/platforms.js'
import { vendorKey } from '../../proxy/proxy-target.js'
import type { ProxyOptions, ProxyRoute, ProxyTarget, SettingOverrides } from '../../proxy/proxy-types.js'
import type { SubstitutedKind, Substitutes } from '../../proxy/substitute-tools.js'
import { checkByJsonSchema } from '../../tools/check-input.js'
import { type ModelRow, models } from '../../translate/catalogue/index.js'
import type { Registry } from '../../translate/exchange/registry.js'
import type { KnownRefusal } from '../../translate/repair/refusal.js'
import { CONFIG_SCHEMA } from './config-schema.js'
import { accessTo } from './credentials.js'
import { McpServers, type McpSubstituteConfig } from './mcp-servers.js'

/** A target as a config file or the command line states it. */
export interface TargetConfig {
  readonly wire: string
  readonly target: string
  readonly model?: string
  readonly keyVariable?: string
  readonly keyHeader?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly limits?: LimitsChoice
  readonly settings?: SettingOverrides
  readonly fields?: JsonObject
  readonly maxOutputTokens?: number
  readonly fill?: boolean
  readonly cache?: ProxyTarget['cache']
  readonly hosted?: ProxyTarget['hosted']
  readonly deferredTools?: ProxyTarget['deferredTools']
  readonly substitutes?: Readonly<Partial<Record<SubstitutedKind, McpSubstituteConfig>>>
  readonly repair?: number
  readonly stream?: boolean
}

/** A route likewise. */
export interface RouteConfig {
  readonly name?: string
  readonly from?: string
  readonly models?: readonly string[]
  readonly strict?: boolean
  readonly to: TargetConfig | readonly TargetConfig[]
}

/** What is given to `createProxy` as it stands. */
type Given = Pick<
  ProxyOptions,
  'maxBodyBytes' | 'answerTimeout' | 'idleTimeout' | 'keepAliveInterval' | 'origins' | 'passOn'
>

/** A config file whose form was checked. */
export interface ProxyConfig extends Given {
  readonly port?: number
  readonly host?: string
  readonly tokenVariable?: string
  readonly users?: Readonly<Record<string, string>>
  readonly secretVariable?: string
  readonly models?: readonly ModelRow[]
  readonly clients?: readonly string[]
  readonly state?: string
  readonly stateLifetime?: number
  readonly requestTimeout?: number
  readonly routes: readonly RouteConfig[]
}

/**
 * Reads a config file: JSON, in which comments and a last comma may stand.
 * @throws AdapterError that names each place which is wrong; what the file system says.
 */
export async function readConfig(path: string): Promise<ProxyConfig> {
  const text = stripJsonComments(await readFile(path, 'utf8'), { trailingCommas: true })
  const checked = await checkByJsonSchema(CONFIG_SCHEMA, parsed(text, path))
  if ('problems' in checked)
    throw new AdapterError('wrong-type', '', `${path}: ${checked.problems.map(inWords).join('; ')}`)
  return asNative<ProxyConfig>(parseJson(text))
}

/** The validator's word for a member that the schema does not have. */
function inWords(problem: string): string {
  return problem.replace('False boolean schema', 'there is no such setting')
}

function parsed(text: string, path: string): JsonValue {
  const read = attempt(() => parseJson(text))
  if ('value' in read) return read.value
  throw new AdapterError(read.error.code, '', `${path} is ${read.error.message}`)
}

/** The wires of clients and targets, and the platforms of each by its id. */
export interface KnownWires extends Registry {
  readonly platforms: ReadonlyMap<string, readonly Platform[]>
  /** What providers of a wire are known to refuse. */
  refusalsOf(wire: string): Promise<readonly KnownRefusal[]>
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What `createProxy` takes.
 * @throws AdapterError for wires that nobody knows, and variables that are not set.
 */
export function proxyOptions(
  config: ProxyConfig,
  wires: KnownWires,
  environment: Environment,
  servers = new McpServers(),
): ProxyOptions {
  const { clients, routes, maxBodyBytes, answerTimeout, idleTimeout, keepAliveInterval } = config
  const { origins, passOn } = config
  const served = wires.adapters.filter(({ lacks }) => !lacks.has('http'))
  return compact({
    clients: clients?.map((wire) => wires.get(wire)) ?? (routes.every(({ from }) => from) ? [] : served),
    routes: routes.map((route) => routeOf(route, wires, environment, servers)),
    environment,
    models: config.models && models.with(config.models),
    token: config.tokenVariable === undefined ? undefined : variable(config.tokenVariable, environment),
    users: config.users && tokensOf(config.users, environment),
    secret: config.secretVariable === undefined ? undefined : variable(config.secretVariable, environment),
    ...{ maxBodyBytes, answerTimeout, idleTimeout, keepAliveInterval, origins, passOn },
  })
}

function routeOf(
  { name, from, models, strict, to }: RouteConfig,
  wires: KnownWires,
  env: Environment,
  servers: McpServers,
): ProxyRoute {
  const targets = [to].flat().map((target) => targetOf(target, wires, env, servers))
  return compact({
    ...{ name, models, to: targets },
    from: from === undefined ? undefined : wires.get(from),
    mode: strict ? ('strict' as const) : undefined,
  })
}

function targetOf(
  target: TargetConfig,
  wires: KnownWires,
  environment: Environment,
  servers: McpServers,
): ProxyTarget {
  const { wire, target: url, keyVariable, substitutes: named, ...rest } = target
  const substitutes = named && substitutesOf(named, environment, servers)
  const key = keyVariable === undefined ? undefined : variable(keyVariable, environment)
  const adapter = wires.get(wire)
  const base = URL.canParse(url) ? new URL(url) : undefined
  const platform = base && platformAt(wires.platforms.get(adapter.id) ?? [], base)
  const rules = () => wires.refusalsOf(adapter.id)
  const made = compact({ adapter, url, platform, rules, ...rest, substitutes, key })
  if (key !== undefined || base === undefined || vendorKey(made, environment) !== undefined) return made
  return { ...(platform && accessTo(platform, base)), ...made }
}

function substitutesOf(
  { web_search: search, code_execution: code }: NonNullable<TargetConfig['substitutes']>,
  environment: Environment,
  servers: McpServers,
): Substitutes {
  for (const { tokenVariable, variables = [] } of [search, code].flatMap((one) => one ?? []))
    for (const name of [tokenVariable ?? [], variables].flat()) variable(name, environment)
  return compact({
    web_search: search && servers.substitute(search, 'query', environment),
    code_execution: code && servers.substitute(code, 'code', environment),
  })
}

function tokensOf(users: Readonly<Record<string, string>>, environment: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(users).map(([user, name]) => [user, variable(name, environment)]))
}

function variable(name: string, environment: Environment): string {
  const value = environment[name]
  if (value !== undefined && value !== '') return value
  throw new AdapterError('missing-field', '', `the environment variable ${name} is not set`)
}
