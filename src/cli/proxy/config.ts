import { readFile } from 'node:fs/promises'
import stripJsonComments from 'strip-json-comments'
import { AdapterError, attempt } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import type { Milliseconds } from '../../base/json/number-ranges.js'
import { parseJson } from '../../base/json/parse.js'
import { asNative, at } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { Platform } from '../../codec/wire/contract.js'
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
import { checkByJsonSchema } from '../../tools/check-input.js'
import { type ModelRow, models } from '../../translate/catalogue/index.js'
import type { Registry } from '../../translate/exchange/registry.js'
import type { KnownRefusal } from '../../translate/repair/refusal.js'
import { CONFIG_SCHEMA } from './config-schema.js'
import { accessTo } from './credentials.js'
import { commandKey, fileKey } from './key-sources.js'
import { McpServers, type McpSubstituteConfig } from './mcp-servers.js'
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
 * @throws AdapterError with the path of each error; errors of the file system.
 */
export async function readConfig(path: string): Promise<ProxyConfig> {
  const text = stripJsonComments(await readFile(path, 'utf8'), { trailingCommas: true })
  const checked = await checkByJsonSchema(CONFIG_SCHEMA, parsed(text, path))
  if ('problems' in checked)
    throw new AdapterError('wrong-type', '', `${path}: ${checked.problems.flatMap(inWords).join('; ')}`)
  return asNative<ProxyConfig>(parseJson(text))
}

/**
 * Converts a problem of the validator to a message. Unknown members are named. The line about a definition is
 * omitted, because the problems in the definition follow.
 */
function inWords(problem: string): string | readonly [] {
  if (problem.endsWith(': A subschema had errors.')) return []
  return problem.replace('False boolean schema', 'there is no such setting')
}

function parsed(text: string, path: string): JsonValue {
  const read = attempt(() => parseJson(text))
  if ('value' in read) return read.value
  throw new AdapterError(read.error.code, '', `${path} is ${read.error.message}`)
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
  const { origins, passOn, resting } = config
  const served = wires.adapters.filter(({ lacks }) => !lacks.has('http'))
  return compact({
    clients: clients?.map((wire) => wires.get(wire)) ?? (routes.every(({ from }) => from) ? [] : served),
    routes: routes.map((route) => routeOf(route, wires, environment, servers)),
    environment,
    models: config.models && models.with(config.models),
    token: config.tokenVariable === undefined ? undefined : variable(config.tokenVariable, environment),
    users: usersOf(config, environment),
    secret: config.secretVariable === undefined ? undefined : variable(config.secretVariable, environment),
    ...{ maxBodyBytes, answerTimeout, idleTimeout, keepAliveInterval, origins, passOn, resting },
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
  const { wire, target: url, keyVariable: _variable, substitutes: named, ...given } = target
  const { keyFile: _file, keyCommand: _command, keyLifetime: _lifetime, ...rest } = given
  const substitutes = named && substitutesOf(named, environment, servers)
  const key = keyFrom(target, environment)
  const adapter = wires.get(wire)
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
  const variables = [keyVariable].flat().map((name) => variable(name, environment))
  const sources: readonly RingSource[] = [
    ...variables,
    ...[keyFile].flat().map(fileKey),
    ...(command === undefined ? [] : [commandKey({ command, lifetime, environment })]),
  ]
  return sources.length > 1 || typeof sources[0] === 'function' ? new KeyRing(sources) : variables[0]
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

/**
 * Returns the users of the config and of its file.
 * @throws AdapterError for a user who is in both.
 */
function usersOf({ users, fileUsers = {} }: WholeConfig, environment: Environment): ProxyOptions['users'] {
  if (users === undefined) return Object.keys(fileUsers).length === 0 ? undefined : fileUsers
  const read = (user: string | UserConfig): string | ProxyUser => {
    if (typeof user === 'string') return variable(user, environment)
    const { tokenVariable, ...limits } = user
    return { token: variable(tokenVariable, environment), ...limits }
  }
  const twice = Object.keys(users).find((name) => Object.hasOwn(fileUsers, name))
  if (twice !== undefined)
    throw new AdapterError('wrong-type', at('/users', twice), 'the file of users has this user, too')
  const named = Object.entries(users).map(([name, user]) => [name, read(user)] as const)
  return { ...Object.fromEntries(named), ...fileUsers }
}

function variable(name: string, environment: Environment): string {
  const value = environment[name]
  if (value !== undefined && value !== '') return value
  throw new AdapterError('missing-field', '', `the environment variable ${name} is not set`)
}
