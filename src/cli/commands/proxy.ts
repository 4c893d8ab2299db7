import { type Command, Option } from 'commander'
import { answerOf, type HttpAnswer } from '../../base/http/http-message.js'
import { reasonOf } from '../../base/http/reason.js'
import { isLoopback } from '../../base/http/request-target.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { compact } from '../../base/json/write-json.js'
import { profileAt } from '../../codec/wire/limits.js'
import { readTokens } from '../../proxy/client-access.js'
import { type Answerer, createAnswerer, MAX_BODY_BYTES } from '../../proxy/create-proxy.js'
import { type ProxyMetrics, proxyMetrics } from '../../proxy/metrics.js'
import { keyVariables, vendorKey } from '../../proxy/proxy-target.js'
import type { ProxiedRequest, ProxyOptions } from '../../proxy/proxy-types.js'
import { proxyTelemetry } from '../../proxy/telemetry.js'
import { counted } from '../../traffic/input/shown-text.js'
import { serveAnswers } from '../../traffic/replay/server.js'
import { loadPlatforms, loadRefusals } from '../adapters.js'
import { type ProxyConfig, proxyOptions, readConfig, type WholeConfig } from '../proxy/config.js'
import { helpOf, MEMBERS, sentenceOf } from '../proxy/config-schema.js'
import { LargeRequests, type SharedWithThread } from '../proxy/large-requests.js'
import { type LogForm, ProxyLog } from '../proxy/log.js'
import { McpServers } from '../proxy/mcp-servers.js'
import { openPage } from '../proxy/page/open-page.js'
import { OpenStates } from '../proxy/proxy-state.js'
import { openRecording } from '../proxy/recording.js'
import { type ReadFile, reloadAtChange, reloadAtHangup, reloadable } from '../proxy/reload.js'
import { detailLines, proxiedLine } from '../proxy/request-lines.js'
import { atSetting } from '../proxy/setting-error.js'
import { type SocketAccess, turnSockets, turnWires } from '../proxy/turn-sockets.js'
import { nodeUnpackers } from '../proxy/unpackers.js'
import { nodeSend } from '../proxy/upstream.js'
import { readUsersFile } from '../proxy/users-file.js'
import { answererAround, sendAround } from '../proxy/web-edges.js'
import {
  portNumber,
  type ServingOptions,
  serveUntilStopped,
  targetUrl,
  withServingOptions,
} from '../serve-until-stopped.js'
import { type CommandSession, positiveInteger } from '../session.js'
import { writeMessage } from '../standard-streams.js'

interface Options extends ServingOptions {
  readonly from?: readonly string[]
  readonly to?: string
  readonly model?: string
  readonly keyVariable?: string
  readonly maxOutputTokens?: number
  readonly limits?: string
  readonly cache: boolean
  readonly repair: boolean
  readonly strict?: boolean
  readonly passOn?: boolean
  readonly allowOrigin?: readonly string[]
  readonly config?: string
  readonly tokenVariable: string
  readonly record?: string
  readonly state?: string
  readonly metrics?: boolean
  readonly page?: true | number
  readonly telemetry?: boolean
  readonly verbose?: boolean
  readonly log?: LogForm
}

export function addProxy(program: Command, session: CommandSession): void {
  const command = program
    .command('proxy')
    .description('answer clients of one wire from a server of another, live')
    .option('--from <wires...>', helpOf(MEMBERS.proxy.clients))
    .option('--to <wire>', helpOf(MEMBERS.target.wire))
    .option('--target <url>', helpOf(MEMBERS.target.target), targetUrl)
    .option('--model <name>', helpOf(MEMBERS.target.model))
    .option('--key-variable <name>', helpOf(MEMBERS.target.keyVariable))
    .option('--max-output-tokens <number>', helpOf(MEMBERS.target.maxOutputTokens), positiveInteger)
    .option('--limits <profile>', helpOf(MEMBERS.target.limits))
    .option('--no-cache', 'omit marks and keys for prompt caches (cache: none)')
    .option('--no-repair', 'return refusals to the client without fixing the request (repair: 0)')
    .option('--strict', helpOf(MEMBERS.route.strict))
    .option('--pass-on', helpOf(MEMBERS.proxy.passOn))
    .option('--allow-origin <origins...>', helpOf(MEMBERS.proxy.origins))
    .option('--config <file>', 'a file with routes, fallbacks and limits, in place of the options above')
    .option('--token-variable <name>', sentenceOf(MEMBERS.proxy.tokenVariable), 'TOOLWIRE_PROXY_TOKEN')
    .option('--record <file>', 'record both sides to a cassette, with credentials redacted')
    .option('--state <url>', helpOf(MEMBERS.proxy.state))
    .option(
      '--page [port]',
      'a page, reachable only from this machine, that shows running conversations with their content',
      portNumber,
    )
    .option('--metrics', 'Prometheus metrics under /metrics')
    .option('--telemetry', 'OpenTelemetry spans and metrics, with the SDK that node loads first (--import)')
    .addOption(new Option('--log <form>', helpOf(MEMBERS.proxy.log)).choices(['text', 'json']))
    .option('--verbose', 'log every notice, not only their number')
  withServingOptions(command)
    .addHelpText('after', EXAMPLE)
    .action((options: Options) => proxy(options, session, command))
}

const EXAMPLE = `
Keys of targets come from the environment: for a vendor's own hosts from the
variable of its official client, for other servers from --key-variable.
Example: run an agent of one provider on a model of another
  toolwire proxy --from WIRE --to OTHER --model M --port 4010 \\
    --target https://api.example.com/v1
  BASE_URL=http://127.0.0.1:4010 agent
Example: several models, with fallbacks
  toolwire proxy --config proxy.json`

/** The variable with the secret, unless a config file names another variable. */
const SECRET = 'TOOLWIRE_PROXY_SECRET'

/** Milliseconds for active answers to end after the proxy was stopped. */
const GRACE = 30_000

async function proxy(options: Options, session: CommandSession, command: Command): Promise<void> {
  const servers = new McpServers()
  const setup = await readSetup(options, session, command, servers)
  const log = logOf(options, setup.given, session)
  const streams = log?.around(session.streams) ?? session.streams
  const tell = (line: string) => writeMessage(streams.stderr, line)
  const registry = await session.registry()
  const { config, settings } = setup
  const recording =
    options.record === undefined
      ? undefined
      : await openRecording(options.record, registry, settings.maxBodyBytes)
  const direct = nodeSend()
  const recorded = recording?.behind(direct) ?? direct
  const metrics = options.metrics ? proxyMetrics() : undefined
  const watchers = await watchersOf(options, session, metrics, log)
  const page = options.page === undefined ? undefined : await openPage(registry, options.page, tell)
  const send = page === undefined ? recorded : sendAround(recorded, (fetch) => page.turns.target(fetch))
  const states = new OpenStates()
  let next: Setup | undefined = setup
  let large: LargeRequests | undefined
  let access = atSetting(options.config, () => accessOf(settings))
  const make = async (): Promise<Answerer> => {
    const made = next ?? checkedAgain(await readSetup(options, session, command, servers), setup, tell)
    next = undefined
    const shared = {
      state: await states.open(options.state ?? made.config.state, made.config.stateLifetime),
      onAnswered: (told: ProxiedRequest) => {
        for (const watch of watchers) watch(told)
        page?.turns.told(told)
      },
    }
    const answer = atSetting(options.config, () =>
      createAnswerer({ ...made.settings, ...shared, unpackers: nodeUnpackers() }, send),
    )
    access = accessOf(made.settings)
    warnMissingKeys(made.settings, streams.env ?? {}, tell)
    tellHostLimits(made.settings, tell)
    large?.retire()
    // Requests of another thread are not recorded or watched, so the thread is used only without recording
    // and watching.
    large = send === direct ? largeRequests(made.given, session, shared) : undefined
    return large?.beside(answer) ?? answer
  }
  const close = async () => {
    await page?.close()
    await large?.close()
    await recording?.close()
    await states.close()
    await servers.close()
  }
  const handler = await reloadable(make, tell).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const ignore = [
    ...(options.config === undefined ? [] : [reloadAtHangup(handler)]),
    ...(setup.usersFile === undefined ? [] : [reloadAtChange(handler, setup.usersFile)]),
  ]
  const handled = recording?.beside(handler.answer) ?? handler.answer
  const watched = page && answererAround(handled, (fetch) => page.turns.client(fetch))
  let isDraining = false
  const ready = () => readyAnswer(isDraining, states.isFailing())
  const answer = withWatch(watched ?? handled, metrics, ready)
  await serveUntilStopped(
    {
      listen: (listening) => serveAnswers(answer, listening),
      sockets: await socketsOf(answer, settings, () => access, setup.serving),
      onStop() {
        isDraining = true
      },
      async close() {
        for (const end of ignore) end()
        await close()
      },
    },
    setup.serving,
    {
      ...{ streams, grace: GRACE, drain: config.drainDelay, server: serverOf(config, settings) },
      ...(log && { onError: (error: unknown) => log.message(reasonOf(error), 'error') }),
    },
    `proxy with ${counted(settings.routes.length, 'route')}`,
  )
}

/** The combined settings of the command line, the config file and the environment. */
interface Setup {
  readonly config: ProxyConfig
  /** The config with the settings of the command line and the environment. */
  readonly given: WholeConfig
  readonly usersFile: ReadFile | undefined
  readonly serving: ServingOptions
  readonly settings: ProxyOptions
}

/**
 * Reads the settings of the proxy.
 * @throws AdapterError for missing or wrong settings, and for a proxy without tokens that other machines can
 * reach.
 */
async function readSetup(
  options: Options,
  session: CommandSession,
  command: Command,
  servers: McpServers,
): Promise<Setup> {
  const environment = session.streams.env ?? {}
  const config = options.config === undefined ? fromOptions(options) : await readConfig(options.config)
  const serving = servingOf(options, config, command)
  const { tokenVariable } = options
  const token = environment[tokenVariable] ? { tokenVariable } : {}
  const secret = environment[SECRET] ? { secretVariable: SECRET } : {}
  const usersFile = config.usersFile === undefined ? undefined : await readUsersFile(config.usersFile)
  const given = {
    ...{ ...token, ...secret, ...config, ...givenOf(options) },
    ...(usersFile && { fileUsers: usersFile.users }),
  }
  const { adaptersFolder } = session
  const wires = {
    ...(await session.registry()),
    platforms: await loadPlatforms(adaptersFolder),
    refusalsOf: (wire: string) => loadRefusals(wire, adaptersFolder),
  }
  const settings = atSetting(options.config, () => proxyOptions(given, wires, environment, servers))
  if (!needsToken(settings) && !isLoopback(serving.host))
    throw new AdapterError(
      'missing-field',
      '',
      `${serving.host} can be reached from other machines: set ${tokenVariable} to a token that clients send as their key`,
    )
  return { config, given, serving, settings, usersFile }
}

/** Returns the thread for large requests, if the state prevents lost updates between two threads. */
function largeRequests(
  config: WholeConfig,
  { streams, adaptersFolder }: CommandSession,
  shared: SharedWithThread,
): LargeRequests | undefined {
  if (shared.state.replace === undefined) return undefined
  const environment = { ...streams.env }
  return new LargeRequests({ config, environment, adaptersFolder: adaptersFolder.href }, shared)
}

function needsToken({ token, users }: ProxyOptions): boolean {
  return token !== undefined || users !== undefined
}

/**
 * Checks a setup that replaces the first one.
 * @throws AdapterError for a setup without tokens if the first one has tokens, because its server accepts any
 * host name.
 */
function checkedAgain(setup: Setup, first: Setup, tell: (line: string) => void): Setup {
  if (needsToken(first.settings) && !needsToken(setup.settings))
    throw new AdapterError('unsupported', '', 'a running proxy keeps requiring tokens; restart it')
  const before: Readonly<Record<string, unknown>> = { ...first.config, ...first.serving }
  const after: Readonly<Record<string, unknown>> = { ...setup.config, ...setup.serving }
  const changed = FIXED.filter((name) => before[name] !== after[name])
  if (changed.length > 0) tell(`a restart is needed to apply: ${changed.join(', ')}`)
  return setup
}

/** Settings that cannot change while the server runs. */
const FIXED = ['port', 'host', 'requestTimeout', 'log', 'usersFile']

type Watcher = (told: ProxiedRequest) => void

async function watchersOf(
  options: Options,
  session: CommandSession,
  metrics: ProxyMetrics | undefined,
  log: ProxyLog | undefined,
): Promise<readonly Watcher[]> {
  return [
    metrics === undefined ? [] : (told: ProxiedRequest) => metrics.observe(told),
    options.telemetry ? await loadTelemetry() : [],
    options.quiet ? [] : (log?.request ?? logTo(session, options)),
  ].flat()
}

/** Returns the clients and pages that may open sockets. */
function accessOf(settings: ProxyOptions): SocketAccess {
  const { origins } = settings
  return { tokens: readTokens(settings), origins }
}

/** Serves requests over WebSockets, for wires that support them. */
async function socketsOf(
  answer: Answerer,
  settings: ProxyOptions,
  access: () => SocketAccess,
  { host, allowHost = [] }: ServingOptions,
) {
  const { routes, clients = [], maxBodyBytes, keepAliveInterval } = settings
  const wires = await turnWires([...new Set([...clients, ...routes.flatMap(({ from }) => from ?? [])])])
  return turnSockets({
    ...{ answer, wires, access, hosts: needsToken(settings) || [host, ...allowHost] },
    maxBodyBytes: maxBodyBytes ?? MAX_BODY_BYTES,
    keepAliveInterval: keepAliveInterval ?? KEEP_ALIVE,
  })
}

/** Milliseconds between keep-alive frames. */
const KEEP_ALIVE = 15_000

/** Options of the command line other than routes. They take precedence over the file. */
function givenOf({ passOn, allowOrigin: origins }: Options) {
  return compact({ passOn, origins })
}

/** Returns the server options of a proxy. A proxy with tokens accepts any host name. */
function serverOf({ requestTimeout, idleTimeout }: ProxyConfig, settings: ProxyOptions) {
  const anyHost = needsToken(settings)
  return compact({ anyHost, keepsLength: true, requestTimeout, stallTimeout: idleTimeout })
}

/**
 * Converts the options of the command line to a configuration.
 * @throws AdapterError if the command line lacks an option that is required without a config file.
 */
function fromOptions({
  from = [],
  to,
  target,
  model,
  keyVariable,
  maxOutputTokens,
  limits,
  cache,
  repair,
  strict,
}: Options): ProxyConfig {
  if (to === undefined || target === undefined)
    throw new AdapterError('missing-field', '', 'the proxy needs --to and --target, or --config')
  const answering = compact({
    ...{ wire: to, target, model, keyVariable, maxOutputTokens, limits },
    cache: cache ? undefined : ('none' as const),
    repair: repair ? undefined : 0,
  })
  return compact({
    clients: from.length === 0 ? undefined : from,
    routes: [compact({ strict, to: answering })],
  })
}

/**
 * Imports OpenTelemetry for the proxy.
 * @throws AdapterError if the package is not installed.
 */
async function loadTelemetry(): Promise<(told: ProxiedRequest) => void> {
  try {
    return proxyTelemetry(await import('@opentelemetry/api'))
  } catch {
    throw new AdapterError('unsupported', '', '--telemetry needs a package: npm install @opentelemetry/api')
  }
}

/** Answers monitoring requests. The answers contain no conversation content, so no key is required. */
function withWatch(answer: Answerer, metrics: ProxyMetrics | undefined, ready: () => HttpAnswer): Answerer {
  return async (request) => {
    if (!/^(GET|HEAD)$/.test(request.method)) return answer(request)
    const { pathname } = new URL(request.url)
    if (pathname === '/health')
      return answerOf('{"status":"ok"}', { headers: { 'content-type': 'application/json' } })
    if (pathname === '/ready') return ready()
    if (metrics === undefined || pathname !== '/metrics') return answer(request)
    return answerOf(metrics.text(), { headers: { 'content-type': PROMETHEUS } })
  }
}

/**
 * Answers the question of a load balancer. A proxy whose state fails still answers, without the reasoning of earlier turns, so it
 * stays ready.
 */
function readyAnswer(isDraining: boolean, hasFailingState: boolean): HttpAnswer {
  const status = isDraining ? 'draining' : hasFailingState ? 'degraded' : 'ready'
  const body = compact({ status, state: hasFailingState ? 'failing' : undefined })
  const headers = { 'content-type': 'application/json' }
  return answerOf(JSON.stringify(body), { status: isDraining ? 503 : 200, headers })
}

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8'

/** Merges the serving options. The command line takes precedence over the file. */
function servingOf(options: Options, config: ProxyConfig, command: Command): ServingOptions {
  const { target: _target, ...serving } = options
  const isGiven = (name: 'port' | 'host') => command.getOptionValueSource(name) !== 'default'
  return {
    ...serving,
    port: isGiven('port') ? options.port : (config.port ?? options.port),
    host: isGiven('host') ? options.host : (config.host ?? options.host),
  }
}

/** Returns the log for programs, if one is chosen. */
function logOf({ log, verbose }: Options, config: ProxyConfig, { streams }: CommandSession) {
  const form = log ?? config.log
  const isVerbose = verbose === true
  return form && new ProxyLog(streams.stderr, { form, isVerbose, now: () => new Date() })
}

function logTo(session: CommandSession, { verbose }: Options): (told: ProxiedRequest) => void {
  const { stderr } = session.streams
  const paint = session.paint('stderr')
  const columns = stderr.isTTY ? stderr.columns : undefined
  return (told) =>
    stderr.write(proxiedLine(told, paint, columns) + (verbose ? detailLines(told, columns) : ''))
}

/** Reports the limits that the hosts of the targets chose (docs/servers.md). */
function tellHostLimits({ routes }: ProxyOptions, tell: (line: string) => void): void {
  for (const { adapter, url, model, limits } of routes.flatMap(({ to }) => to)) {
    const base = new URL(url)
    const profile = limits === undefined ? profileAt(adapter.codecs, base, model) : undefined
    if (profile !== undefined) tell(`requests to ${base.origin} have the limits of the profile "${profile}"`)
  }
}

/** Reports missing keys as warnings, because a local server may not need a key. */
function warnMissingKeys(
  { routes }: ProxyOptions,
  environment: Readonly<Record<string, string | undefined>>,
  tell: (line: string) => void,
): void {
  for (const target of routes.flatMap(({ to }) => to)) {
    const base = new URL(target.url)
    if ((target.key ?? target.sign ?? vendorKey(target, environment)) !== undefined) continue
    const variables = keyVariables(target, base)
    const where =
      variables.length > 0
        ? `it would be read from ${variables.join(' or ')}`
        : 'name its variable with --key-variable (in a config file: keyVariable)'
    tell(`requests to ${base.origin} have no key; ${where}`)
  }
}
