import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { nearest } from '../../base/json/nearest-name.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isObject, stringOr } from '../../base/json/read-json.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import { modelAt, type Registry } from '../../translate/exchange/registry.js'
import type { Fetch } from '../replay/recorder.js'
import type { Replay, ReplayOptions } from '../replay/replay-fetch.js'
import type { AskedRequest } from './checks.js'
import { type MockError, mockError, serverError, serverErrorResponse } from './error-answer.js'
import { fill, fillObject } from './fill.js'
import {
  CONTEXT_WINDOW,
  checkedView,
  firstRefusal,
  type RequestToCheck,
  refusalRows,
  unreadable,
} from './refusal.js'
import { servers } from './rows/index.js'
import { AnswerScript, expectAnswers, parseScript, type ScriptedAnswer } from './script.js'
import { type AnsweredView, automaticAnswer, promptTokens, scriptedResponse } from './scripted-response.js'
import type { ApiRow, ErrorBodyForm, ServerRow } from './server-row.js'
import { type AnswerToWrite, streamedAnswer, wholeAnswer } from './written-answer.js'

/** Options of `createMock`. */
export interface MockOptions {
  /** The name of the server, as in `serverNames`. */
  readonly as: string
  /** Adapters of the wires that the server is to serve. Paths of other wires are not found. */
  readonly registry: Registry
  /**
   * The model. Some refusals depend on its family and its chat template. Default: the model of each request.
   */
  readonly model?: string | undefined
  /**
   * The answers, in order: objects, or their JSON Lines. Default: one call of the first tool with arguments
   * made from its schema, then a text.
   */
  readonly script?: readonly ScriptedAnswer[] | string | undefined
  /** Repeats the last text after the end of the script. Default: false, which answers with an error. */
  readonly repeatsLast?: boolean | undefined
  /** A cassette, or a folder of recordings, that gives the answers in order. Not allowed next to `script`. */
  readonly cassette?: string | undefined
  /** Tokens of prompt and answer that the model accepts. Default: 131072. */
  readonly contextWindow?: number | undefined
  /** Called with each answered request. */
  readonly onRequest?: ((request: MockedRequest) => void) | undefined
}

/** A request that the mock has answered. */
export interface MockedRequest {
  /** Without the query. */
  readonly path: string
  /** The body, or undefined if it is not JSON. */
  readonly body: JsonValue | undefined
  /** The HTTP status of the answer. */
  readonly status: number
  /** The message of the error, if the request was refused. */
  readonly refusal?: string
  /** Tools that the server dropped or spoiled without an error. */
  readonly lostTools?: readonly string[]
}

/** A server on which to develop clients. */
export interface Mock {
  /** A fetch for SDKs and for `serveFetch`. The host of the URL does not matter. */
  readonly fetch: Fetch
  /** The last 1000 requests, in order of their answers. */
  readonly requests: readonly MockedRequest[]
  /** Closes the recordings. */
  close(): Promise<void>
}

/** The names of the servers that can be mocked. */
export const serverNames: readonly string[] = /* @__PURE__ */ Object.keys(servers)

const MAX_REQUESTS = 1000

/**
 * Creates a server that refuses, streams and reports errors like a real one. It is made of recorded facts of
 * that server, and shares no rules with the rest of the library.
 * @throws AdapterError for an unknown server, an invalid script, or a cassette without recordings.
 * @example
 * const mock = await createMock({ as: 'vllm', registry: createRegistry([openaiChat]) })
 * const client = new OpenAI({ baseURL: 'http://mock/v1', fetch: mock.fetch, apiKey: 'none' })
 */
export async function createMock(options: MockOptions): Promise<Mock> {
  expectOptions(options, OPTIONS, ['createMock', "createMock({ as: 'vllm', registry })"], ELSEWHERE)
  const row = serverNamed(options.as)
  const script = scriptOf(options)
  const server = new MockServer(row, options, { script, replays: await openReplays(row, options) })
  return {
    fetch: (input, init) => server.answer(new Request(input, init)),
    requests: server.requests,
    close: () => server.close(),
  }
}

const OPTIONS: KnownOptions<MockOptions> = {
  as: true,
  registry: true,
  model: true,
  script: true,
  repeatsLast: true,
  cassette: true,
  contextWindow: true,
  onRequest: true,
}
/** Names that are close to an option in meaning only. */
const ELSEWHERE = {
  scripts: 'script',
  answers: 'script',
  responses: 'script',
  server: 'as',
  adapters: 'registry',
  from: 'cassette',
}

function serverNamed(name: string): ServerRow {
  const row = Object.hasOwn(servers, name) ? servers[name] : undefined
  if (row !== undefined) return row
  const meant = nearest(String(name), serverNames)
  const hint = meant === undefined ? '' : `. Did you mean ${meant}?`
  const message = `unknown server "${name}"; known are ${serverNames.join(', ')}${hint}`
  throw new AdapterError('unknown-profile', '/as', message)
}

function scriptOf({ script, cassette, repeatsLast = false }: MockOptions): AnswerScript | undefined {
  if (script === undefined) return undefined
  if (cassette !== undefined)
    throw new AdapterError('wrong-type', '/cassette', 'a mock has a script or a cassette, not both')
  return new AnswerScript(
    typeof script === 'string' ? parseScript(script) : expectAnswers(script),
    repeatsLast,
  )
}

/** An answer, and the facts for the list of requests. */
interface Answered {
  readonly response: Response
  readonly refusal?: string
  readonly lostTools?: readonly string[]
}

/** A generating request at one API of the server. */
interface Asked {
  readonly api: ApiRow
  readonly url: URL
  readonly body: JsonObject
  readonly request: Request
}

/** The answers of the caller. Without any, the mock makes its own. */
interface GivenAnswers {
  readonly script: AnswerScript | undefined
  /** The opened cassette, by wire; empty without a cassette. */
  readonly replays: ReadonlyMap<string, Replay>
}

class MockServer {
  readonly requests: MockedRequest[] = []
  #answers = 0

  constructor(
    private readonly row: ServerRow,
    private readonly options: MockOptions,
    private readonly given: GivenAnswers,
  ) {}

  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const text = await request.clone().text()
    const body = text === '' ? undefined : tryParseJson(text)
    const { response, ...facts } = await this.#answerTo(request, url, body)
    const answered = { path: url.pathname, body, status: response.status, ...facts }
    this.requests.push(answered)
    if (this.requests.length > MAX_REQUESTS) this.requests.shift()
    this.options.onRequest?.(answered)
    return response
  }

  async close(): Promise<void> {
    for (const replay of this.given.replays.values()) await replay.close()
  }

  async #answerTo(request: Request, url: URL, body: JsonValue | undefined): Promise<Answered> {
    const { pathname } = url
    if (request.method === 'GET' && this.row.models?.path.test(pathname) === true)
      return { response: Response.json(this.#models(this.row.models)) }
    const counting = this.row.apis.find(({ count }) => count?.path.test(pathname))
    const api = counting ?? this.row.apis.find(({ path }) => path.test(pathname))
    if (request.method !== 'POST' || api === undefined || this.#adapterOf(api) === undefined)
      return this.#failed(mockError(`this server has no ${request.method} ${pathname}`), this.row.error)
    if (!isObject(body)) return this.#failed(unreadable(), this.#formAt(api, url))
    const asked = { api, url, body, request }
    return counting === undefined ? this.#generated(asked) : this.#counted(asked)
  }

  #failed(error: MockError, form: ErrorBodyForm): Answered {
    return { response: serverErrorResponse(error, form, this.#seed()), refusal: error.message }
  }

  /** Returns the form of errors at this URL. */
  #formAt(api: ApiRow, url: URL): ErrorBodyForm {
    const form = api.error ?? this.row.error
    return api.listsErrorsAt?.test(url.pathname + url.search) === true ? { ...form, body: [form.body] } : form
  }

  #seed(): string {
    this.#answers += 1
    return `req_${String(this.#answers).padStart(6, '0')}`
  }

  #adapterOf({ wire }: ApiRow) {
    return this.options.registry.adapters.find(({ id }) => id === wire)
  }

  #models({ body, item }: NonNullable<ServerRow['models']>): JsonObject {
    const { model = 'mock', contextWindow = CONTEXT_WINDOW } = this.options
    return fillObject(body, { models: [fill(item, { model, contextWindow })], model, contextWindow })
  }

  #counted(asked: Asked): Answered {
    const { api, body, url } = asked
    const error = firstRefusal(api.count?.refusals ?? [], api, this.#toCheck(asked))
    if (error !== undefined) return this.#failed(error, this.#formAt(api, url))
    const answer = fillObject(api.count?.answer ?? {}, { tokens: promptTokens(body) })
    return { response: Response.json(answer) }
  }

  #toCheck({ api, body, url, request }: Asked): RequestToCheck {
    const { contextWindow = CONTEXT_WINDOW } = this.options
    const { pathname: path } = url
    return { body, model: this.#model(api, body, path), path, headers: request.headers, contextWindow }
  }

  #model(api: ApiRow, body: JsonObject, path = ''): string {
    const adapter = this.#adapterOf(api)
    return this.options.model ?? (adapter && modelAt(path, body, adapter)) ?? 'mock'
  }

  async #generated(asked: Asked): Promise<Answered> {
    const { api, url } = asked
    const request = this.#toCheck(asked)
    const checked = checkedView(api, request)
    const error =
      firstRefusal(refusalRows(api), api, request) ??
      (checked.view.turns.length === 0 ? unreadable() : undefined)
    if (error !== undefined) return this.#failed(error, this.#formAt(api, url))
    const replay = this.given.replays.get(api.wire)
    return replay === undefined
      ? this.#scripted(asked, checked)
      : { response: await replay.fetch(asked.request) }
  }

  async #scripted(asked: Asked, { view, tokens }: AskedRequest): Promise<Answered> {
    const { api, body, url } = asked
    const form = this.#formAt(api, url)
    const model = stringOr(body.model, this.#model(api, body, url.pathname))
    const [tools, lost] = readTools(api, view)
    const facts = lost.length === 0 ? {} : { lostTools: lost }
    const request: AnsweredView = { api, body, view, tools, model, tokens, seed: this.#seed() }
    const { script } = this.given
    const scripted = script === undefined ? automaticAnswer(request) : script.next()
    if (scripted === undefined)
      return this.#failed(mockError(`the script of ${script?.size} answers is used up`), form)
    if (scripted.refuse === 'rate-limit')
      return this.#failed(serverError(this.row.rateLimit, [{ model }]), form)
    if (scripted.refuse === 'failure') return this.#failed(this.#failure(model), form)
    const called = scripted.calls?.find(({ name }) => lost.includes(name))
    if (called !== undefined)
      return {
        ...this.#failed(mockError(`the script calls ${called.name}, which this server lost`), form),
        ...facts,
      }
    return { response: await this.#written(scripted, request, asked), ...facts }
  }

  async #written(scripted: ScriptedAnswer, request: AnsweredView, asked: Asked): Promise<Response> {
    const { api, body, url } = asked
    const adapter = this.options.registry.get(api.wire)
    const { error } = scripted
    const failure = this.#failure(request.model)
    const answer: AnswerToWrite = {
      ...{ response: scriptedResponse(scripted, request), scripted, api, adapter, body },
      ...{ url: url.href, isNamed: request.view.choice?.kind === 'named' },
      failure: typeof error === 'string' ? { ...failure, message: error } : failure,
      errorForm: this.#formAt(api, url),
      now: Math.floor(Date.now() / 1000),
    }
    if (adapter.codecs.http.streams(url.pathname, body)) return streamedAnswer(answer)
    if (error !== undefined) return serverErrorResponse(answer.failure, answer.errorForm, request.seed)
    return wholeAnswer(answer)
  }

  #failure(model: string): MockError {
    return serverError(this.row.failure ?? FAILURE, [{ model, at: '' }])
  }
}

/** Opens the cassette for each API that the mock serves. */
async function openReplays(
  { apis }: ServerRow,
  { registry, cassette }: MockOptions,
): Promise<ReadonlyMap<string, Replay>> {
  const opened = new Map<string, Replay>()
  if (cassette === undefined) return opened
  // Only recordings need a disk.
  const { createReplay } = await import('../replay/replay-fetch.js')
  const wires = new Set(apis.map(({ wire }) => wire))
  for (const adapter of registry.adapters.filter(({ id }) => wires.has(id))) {
    const options: ReplayOptions = { from: cassette, registry, as: adapter, matching: 'in-order' }
    opened.set(adapter.id, await createReplay(options))
  }
  return opened
}

/** The default of servers whose own words are not known. */
const FAILURE = { status: 500, text: 'text unknown: the answer failed (words of the mock)', source: 'none' }

/** Separates the tools that the model can call from those that the server lost. */
function readTools({ tools, unknownTool }: ApiRow, view: AnsweredView['view']) {
  const isKnown = (type: string) => unknownTool === 'refuse' || tools.includes(type)
  const kept = view.tools.filter(({ type, name }) => isKnown(type) && name !== '')
  const lost = view.tools.filter(({ type }) => !isKnown(type)).map(({ name, at }) => name || at)
  return [kept, lost] as const
}
