import { reasonOf } from '../base/http/reason.js'
import type { JsonObject } from '../base/json/json-types.js'
import { parseExact, stringifyExact, tryParseJson } from '../base/json/parse.js'
import { objectIn } from '../base/json/read-json.js'
import type { Fetch } from '../traffic/replay/recorder.js'
import type { CaseApi } from './case.js'
import type { CaseOutput } from './output.js'
import { generatingPath, hasModelInPath } from './paths.js'
import type { PlayedServers } from './played-servers.js'
import type { CaseInput, Subject } from './subject.js'
import type { ServerApi } from './upstream-answers.js'

/** Options of `httpSubject`. */
export interface HttpSubjectOptions {
  /** The address of the proxy under test. */
  readonly baseUrl: string
  /** The servers that the proxy has as its upstreams. */
  readonly servers: PlayedServers
  /** The APIs that the proxy offers to clients. */
  readonly clients: readonly ServerApi[]
  /**
   * The model names with which clients reach each API's server. `{model}` is the model of the case. Servers without a name are not
   * tested.
   */
  readonly models: Partial<Readonly<Record<ServerApi, string>>>
  /** The key of the client. Default: `conformance`. */
  readonly key?: string | undefined
  /** Sends the requests of the client, e.g. to a proxy in the same process. Default: the global fetch. */
  readonly fetch?: Fetch | undefined
}

/** More bytes of an answer are not read. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Creates the subject of a proxy. The runner plays the client of the proxy and its servers: no code is needed, only the routes
 * from model names to the addresses of `PlayedServers`.
 */
export function httpSubject(options: HttpSubjectOptions): Subject {
  const translate = async (input: CaseInput, signal: AbortSignal): Promise<CaseOutput> => {
    const skipped = skippedReason(input, options)
    if (skipped !== undefined) return { skipped }
    const play = input.kind === 'request' ? sentRequest : receivedAnswer
    try {
      return await play(input, options, signal)
    } catch (error) {
      return { broken: `no answer of the proxy: ${causeOf(error)}` }
    }
  }
  return { name: options.baseUrl, translate }
}

/** Returns the reason of a failed fetch. It is in the cause of the error. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? reasonOf(error) : `${reasonOf(error)}: ${reasonOf(cause)}`
}

/** Returns the reason why the proxy has no route for a case. */
function skippedReason(
  { kind, from, to, through }: CaseInput,
  options: HttpSubjectOptions,
): string | undefined {
  const route = kind === 'request' ? [from, ...through, to] : [to, from]
  const hops = route.slice(1).map((server, index) => [route[index], server] as const)
  for (const [client, server] of hops) {
    if (client === undefined || !isServed(client, options)) return `the proxy offers no ${client} to clients`
    if (!isServer(server) || options.models[server] === undefined)
      return `the proxy has no server with ${server}`
  }
  const isBinary = kind === 'stream' && route.includes('bedrock-converse')
  return isBinary ? 'binary streams are not played' : undefined
}

function isServer(api: CaseApi): api is ServerApi {
  return api !== 'canonical'
}

function isServed(api: CaseApi, { clients }: HttpSubjectOptions): api is ServerApi {
  return isServer(api) && clients.includes(api)
}

/** Sends a request through the proxy, from server to server, and returns the request that the last server received. */
async function sentRequest(
  input: CaseInput,
  options: HttpSubjectOptions,
  signal: AbortSignal,
): Promise<CaseOutput> {
  let [client, body] = [input.from, input.body]
  for (const server of [...input.through, input.to]) {
    if (!isServer(client) || !isServer(server)) return { skipped: 'no server' }
    const received = options.servers.expectRequest(server, input)
    const answer = await post({ client, server, body, isStream: false, model: input.model }, options, signal)
    const text = received()
    if (text === undefined)
      return { declined: `no request reached the server: ${answer.status} ${answer.text.slice(0, 300)}` }
    ;[client, body] = [server, text]
  }
  return { body }
}

/** Asks the proxy, whose server answers as in the case, and returns what the client receives. */
async function receivedAnswer(
  input: CaseInput,
  options: HttpSubjectOptions,
  signal: AbortSignal,
): Promise<CaseOutput> {
  const { from: server, to: client, kind, asked = '{}' } = input
  if (!isServer(client) || !isServer(server)) return { skipped: 'no server' }
  const isStream = kind === 'stream'
  const mismatch = options.servers.answerWith(server, input)
  const { status, text } = await post(
    { client, server, body: asked, isStream, model: input.model },
    options,
    signal,
  )
  const skipped = mismatch()
  return skipped === undefined ? { body: text, status } : { skipped }
}

interface ClientRequest {
  readonly client: ServerApi
  readonly server: ServerApi
  readonly body: string
  readonly isStream: boolean
  /** The model of the case. */
  readonly model: string | undefined
}

interface ClientAnswer {
  readonly status: number
  readonly text: string
}

async function post(
  { client, server, body, isStream, model: ofCase = 'conformance' }: ClientRequest,
  { baseUrl, models, key = 'conformance', fetch: send = fetch }: HttpSubjectOptions,
  signal: AbortSignal,
): Promise<ClientAnswer> {
  const model = (models[server] ?? '').replace('{model}', ofCase)
  const url = baseUrl.replace(/\/$/, '') + generatingPath(client, model, isStream)
  const response = await send(url, {
    method: 'POST',
    signal,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'x-api-key': key,
      'x-goog-api-key': key,
      'anthropic-version': '2023-06-01',
    },
    body: stringifyExact(routed(client, body, { model, isStream })),
  })
  return { status: response.status, text: await textOf(response) }
}

/** Returns the body with the model of the route, and with the wish for a stream. */
function routed(
  client: ServerApi,
  body: string,
  { model, isStream }: { model: string; isStream: boolean },
): JsonObject {
  const value = tryParseJson(body) === undefined ? {} : objectIn(parseExact(body))
  if (hasModelInPath(client)) return value
  const stream = isStream || client === 'ollama-chat' ? { stream: isStream } : {}
  return { ...value, model, ...stream }
}

/** Reads an answer up to the limit. A broken connection keeps the text before it, as clients see it. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  try {
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece, { stream: true })
      bytes += piece.length
      if (bytes > MAX_BYTES) throw new Error(`the answer has more than ${MAX_BYTES} bytes`)
    }
  } catch (error) {
    if (bytes > MAX_BYTES || bytes === 0) throw error
    return `${text}\n\n: the connection broke (${reasonOf(error)})\n\n`
  }
  return text
}
