import { AdapterError, withPathPrefix } from '../../base/json/adapter-error.js'
import type { Milliseconds } from '../../base/json/number-ranges.js'
import { asNative, at } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { Platform } from '../../codec/wire/contract.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { KeyRing, type RingSource } from '../../proxy/key-ring.js'
import { platformAt, vendorKey } from '../../proxy/proxy-target.js'
import type { ProxyOptions, ProxyRoute, ProxyTarget, ProxyUser } from '../../proxy/proxy-types.js'
import type {
  SharedProxyOptions,
  SharedRouteOptions,
  SharedTargetOptions,
  UserLimits,
} from '../../proxy/shared-options.js'
import type { Substitutes } from '../../proxy/substitute-tools.js'
import { checkFor } from '../../tools/check-input.js'
import { type ModelRow, models } from '../../translate/catalogue/index.js'
import { expectHttp, type Registry } from '../../translate/exchange/registry.js'
import type { KnownRefusal } from '../../translate/repair/refusal.js'
import { explainProblems } from './config-problems.js'
import { CONFIG_SCHEMA } from './config-schema.js'
import { accessTo } from './credentials.js'
import { commandKey, fileKey } from './key-sources.js'
import { McpServers, type McpSubstituteConfig } from './mcp-servers.js'
import { parseSettings, readSettingsText, settingLine } from './setting-error.js'
import type { FileUsers } from './users-file.js'

/** A target. */
export interface TargetConfig extends SharedTargetOptions<McpSubstituteConfig> {
  /** The wire of the target: its id or a short name. */
  readonly wire: string
  /** The base URL of the target, in the form of the wire's clients. */
  readonly target: string
  /**
   * The environment variable with the key of the target, or several variables: the next key is used after a refusal with 401 or 429.
   * Default: the vendor's variable, at the vendor's hosts.
   * @minItems 1
   */
  readonly keyVariable?: string | readonly string[]
  /**
   * The file with the key of the target, or several files. A file is read again when it changes, and after a refusal with 401.
   * Default: none.
   * @minItems 1
   */
  readonly keyFile?: string | readonly string[]
  /**
   * The program that prints the key of the target, and its arguments, without a shell. It may take 10 seconds. Default: none.
   * @minItems 1
   */
  readonly keyCommand?: readonly string[]
  /**
   * Milliseconds until `keyCommand` is run again; it is also run after a refusal with 401. Default: 300000 (5 minutes).
   */
  readonly keyLifetime?: Milliseconds
}

/** A route. */
export interface RouteConfig extends SharedRouteOptions<string, TargetConfig> {
  /** True to refuse requests that cannot be translated without loss. Default: false. */
  readonly strict?: boolean
}

/**
 * The name of an environment variable.
 * @minLength 1
 */
type VariableName = string

/** A user with limits. */
export interface UserConfig extends UserLimits {
  /** The environment variable of the token that clients of the user send as their key. */
  readonly tokenVariable: VariableName
}

/** A config file of `toolwire proxy`. Options of the command line override it. */
export interface ProxyConfig extends SharedProxyOptions<RouteConfig> {
  /** The URL of this schema, for editors. */
  readonly $schema?: string
  /**
   * The port to listen on; 0 lets the system choose. Default: 0.
   * @asType integer
   * @minimum 0
   * @maximum 65535
   */
  readonly port?: number
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string
  /**
   * The environment variable with the token that clients send as their key; required for other machines. Default:
   * TOOLWIRE_PROXY_TOKEN.
   */
  readonly tokenVariable?: string
  /**
   * Users, each with the environment variable of the token that their clients send as their key, or an object with limits.
   * Default: none.
   * @minProperties 1
   * @propertyNames { "minLength": 1 }
   */
  readonly users?: Readonly<Record<string, VariableName | UserConfig>>
  /**
   * A JSON file with further users by name, each with a token, or an object with `token` and limits. The file is read again when it
   * changes. Default: none.
   * @minLength 1
   */
  readonly usersFile?: string
  /** The environment variable with the secret that encrypts the summaries which clients keep. Default: TOOLWIRE_PROXY_SECRET. */
  readonly secretVariable?: string
  /**
   * Model facts in addition to those of `toolwire models`; a row with the name of a catalogue row replaces
   * this row. Default: none.
   */
  readonly models?: readonly ModelRow[]
  /**
   * The wires of the clients, which are distinguished by path. The wires of routes are added, and are
   * sufficient if each route names a wire. Default: all wires.
   * @minItems 1
   */
  readonly clients?: readonly string[]
  /**
   * Milliseconds after a stop signal for which the proxy accepts requests, while `/ready` answers 503, so that a load balancer
   * can remove it first. Default: 0.
   */
  readonly drainDelay?: Milliseconds
  /**
   * The form of the log: `json` for objects, or `text` for lines that begin with their time, level and request id. Default: a short
   * line for each request.
   */
  readonly log?: 'text' | 'json'
  /** The store of proxy state: redis://…, sqlite://…, or any store with a Keyv package. Default: in memory. */
  readonly state?: string
  /** Milliseconds that state is kept. Default: 86400000 (a day). */
  readonly stateLifetime?: Milliseconds
  /**
   * Milliseconds until a request has to arrive completely. A later request is refused with 408. Default:
   * 300000 (5 minutes).
   */
  readonly requestTimeout?: Milliseconds
}

/** A config with the content of its other files. */
export interface WholeConfig extends ProxyConfig {
  /** The users of `usersFile`. */
  readonly fileUsers?: FileUsers
}

/**
 * Reads a config file: JSON with optional comments and trailing commas.
 * @throws AdapterError with a line for each problem: the file, the line and the path; errors of the file system.
 */
export async function readConfig(path: string): Promise<ProxyConfig> {
  const source = readSettingsText(path)
  const value = parseSettings(source)
  const found = (await checkFor(CONFIG_SCHEMA))(value).map((problem) => problem.path)
  const lines = explainProblems(value, found).map((problem) =>
    settingLine(source, problem.path, problem.message),
  )
  if (lines.length > 0) throw new AdapterError('wrong-type', '', lines.join('\n'))
  return asNative<ProxyConfig>(value)
}

/** The wires of clients and targets, and the platforms of each wire by its id. */
export interface KnownWires extends Registry {
  readonly platforms: ReadonlyMap<string, readonly Platform[]>
  /** Returns the known refusals of the providers of a wire. */
  refusalsOf(wire: string): Promise<readonly KnownRefusal[]>
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the options of `createProxy`.
 * @throws AdapterError for unknown wires, and variables that are not set.
 */
export function proxyOptions(
  config: WholeConfig,
  wires: KnownWires,
  environment: Environment,
  servers = new McpServers(),
): ProxyOptions {
  const { clients, routes, maxBodyBytes, answerTimeout, idleTimeout, keepAliveInterval } = config
  const { origins, passOn, resting, tokenVariable: token, secretVariable: secret } = config
  const served = wires.adapters.filter(({ lacks }) => !lacks.has('http'))
  return compact({
    clients:
      clients?.map((wire, index) => wireAt(wire, at('/clients', index), wires)) ??
      (routes.every(({ from }) => from) ? [] : served),
    routes: routes.map((route, index) =>
      withPathPrefix(at('/routes', index), () => routeOf(route, wires, environment, servers)),
    ),
    environment,
    models: config.models && models.with(config.models),
    token: token === undefined ? undefined : variable(token, environment, '/tokenVariable'),
    users: usersOf(config, environment),
    secret: secret === undefined ? undefined : variable(secret, environment, '/secretVariable'),
    ...{ maxBodyBytes, answerTimeout, idleTimeout, keepAliveInterval, origins, passOn, resting },
  })
}

/** Returns the wire of a setting, which clients or servers use. */
function wireAt(name: string, path: string, wires: KnownWires): Adapter {
  const adapter = withPathPrefix(path, () => wires.get(name))
  expectHttp(adapter, path, wires.adapters)
  return adapter
}

function routeOf(
  { name, from, models, strict, to }: RouteConfig,
  wires: KnownWires,
  env: Environment,
  servers: McpServers,
): ProxyRoute {
  const read = (target: TargetConfig, path: string) =>
    withPathPrefix(path, () => targetOf(target, wires, env, servers))
  return compact({
    ...{ name, models },
    to: isList(to) ? to.map((target, index) => read(target, at('/to', index))) : read(to, '/to'),
    from: from === undefined ? undefined : wireAt(from, '/from', wires),
    mode: strict ? ('strict' as const) : undefined,
  })
}

function isList(to: RouteConfig['to']): to is readonly TargetConfig[] {
  return Array.isArray(to)
}

function targetOf(
  target: TargetConfig,
  wires: KnownWires,
  environment: Environment,
  servers: McpServers,
): ProxyTarget {
  const { wire, target: url, keyVariable: _variable, substitutes: named, ...given } = target
  const { keyFile: _file, keyCommand: _command, keyLifetime: _lifetime, ...rest } = given
  const substitutes = named && substitutesOf(named, environment, servers)
  const key = keyFrom(target, environment)
  const adapter = wireAt(wire, '/wire', wires)
  const base = URL.canParse(url) ? new URL(url) : undefined
  const platform = base && platformAt(wires.platforms.get(adapter.id) ?? [], base)
  const rules = () => wires.refusalsOf(adapter.id)
  const made = compact({ adapter, url, platform, rules, ...rest, substitutes, key })
  if (key !== undefined || base === undefined || vendorKey(made, environment) !== undefined) return made
  return { ...(platform && accessTo(platform, base)), ...made }
}

/** Returns the key of a target: one variable, or several sources in the order variables, files, program. */
function keyFrom(
  { keyVariable = [], keyFile = [], keyCommand: command, keyLifetime: lifetime = 300_000 }: TargetConfig,
  environment: Environment,
): ProxyTarget['key'] {
  const variables =
    typeof keyVariable === 'string'
      ? [variable(keyVariable, environment, '/keyVariable')]
      : keyVariable.map((name, index) => variable(name, environment, at('/keyVariable', index)))
  const sources: readonly RingSource[] = [
    ...variables,
    ...[keyFile].flat().map(fileKey),
    ...(command === undefined ? [] : [commandKey({ command, lifetime, environment })]),
  ]
  return sources.length > 1 || typeof sources[0] === 'function' ? new KeyRing(sources) : variables[0]
}

function substitutesOf(
  named: NonNullable<TargetConfig['substitutes']>,
  environment: Environment,
  servers: McpServers,
): Substitutes {
  const { web_search: search, code_execution: code } = named
  for (const [kind, { tokenVariable, variables = [] }] of Object.entries(named)) {
    const path = at('/substitutes', kind)
    if (tokenVariable !== undefined) variable(tokenVariable, environment, `${path}/tokenVariable`)
    for (const [index, name] of variables.entries())
      variable(name, environment, at(`${path}/variables`, index))
  }
  return compact({
    web_search: search && servers.substitute(search, 'query', environment),
    code_execution: code && servers.substitute(code, 'code', environment),
  })
}

/**
 * Returns the users of the config and of its file.
 * @throws AdapterError for a user who is in both.
 */
function usersOf({ users, fileUsers = {} }: WholeConfig, environment: Environment): ProxyOptions['users'] {
  if (users === undefined) return Object.keys(fileUsers).length === 0 ? undefined : fileUsers
  const read = (user: string | UserConfig, path: string): string | ProxyUser => {
    if (typeof user === 'string') return variable(user, environment, path)
    const { tokenVariable, ...limits } = user
    return { token: variable(tokenVariable, environment, `${path}/tokenVariable`), ...limits }
  }
  const twice = Object.keys(users).find((name) => Object.hasOwn(fileUsers, name))
  if (twice !== undefined)
    throw new AdapterError('wrong-type', at('/users', twice), 'the file of users has this user, too')
  const named = Object.entries(users).map(([name, user]) => [name, read(user, at('/users', name))] as const)
  return { ...Object.fromEntries(named), ...fileUsers }
}

function variable(name: string, environment: Environment, path: string): string {
  const value = environment[name]
  if (value !== undefined && value !== '') return value
  throw new AdapterError('missing-field', path, `the environment variable ${name} is not set`)
}
