import { tryParseJson } from '../base/json/parse.js'
import { isObject } from '../base/json/read-json.js'
import { serverRefusal } from '../traffic/mock/refusal.js'
import type { Fetch } from '../traffic/replay/recorder.js'
import { streamText } from './framing.js'
import { GENERATING } from './paths.js'
import type { CaseInput } from './subject.js'
import { errorBody, type ServerApi, STREAMED_ANSWERS, WHOLE_ANSWERS } from './upstream-answers.js'

/** The role of the servers in the present case. */
interface Play {
  readonly server: ServerApi
  /** The case, whose strict server receives the request, or whose answer is sent. */
  readonly input: CaseInput
  /** The texts of the received requests. */
  readonly received: string[]
  /** The reason why the answer of the case did not fit the request. */
  mismatch?: string
}

/**
 * Plays the servers behind a proxy. The server of an API is below the path with its id: `/openai-chat/v1/chat/completions`. Plays
 * one case at a time.
 */
export class PlayedServers {
  #play: Play | undefined

  /** A fetch for `serveFetch`. */
  readonly fetch: Fetch = async (input, init) => {
    const request = new Request(input, init)
    return this.#answer(request.method, new URL(request.url).pathname, await request.text())
  }

  /** Waits for a request. @returns a function that returns the text of the last one. */
  expectRequest(server: ServerApi, input: CaseInput): () => string | undefined {
    const play: Play = { server, input, received: [] }
    this.#play = play
    return () => play.received.at(-1)
  }

  /** Answers with the input of a case. @returns a function that returns why the answer did not fit, if so. */
  answerWith(server: ServerApi, input: CaseInput): () => string | undefined {
    const play: Play = { server, input, received: [] }
    this.#play = play
    return () => play.mismatch
  }

  #answer(method: string, path: string, text: string): Response {
    const play = this.#play
    const [, server = ''] = path.split('/')
    if (method !== 'POST' || !GENERATING.test(path))
      return Response.json({ error: { message: 'not found' } }, { status: 404 })
    if (play === undefined || play.server !== server)
      return Response.json({ error: { message: `this case has no request to ${server}` } }, { status: 404 })
    play.received.push(text)
    const isStream = wantsStream(path, text)
    return play.input.kind === 'request' ? ownAnswer(play, text, isStream) : caseAnswer(play, isStream)
  }
}

function wantsStream(path: string, text: string): boolean {
  const body = tryParseJson(text)
  const inBody =
    isObject(body) && (body.stream === true || (path.endsWith('/api/chat') && body.stream !== false))
  return inBody || /stream(GenerateContent)?$/.test(path)
}

const TYPES: Partial<Readonly<Record<ServerApi, string>>> = { 'ollama-chat': 'application/x-ndjson' }

function streamed(server: ServerApi, text: string, init: ResponseInit = {}): Response {
  const type = TYPES[server] ?? 'text/event-stream'
  return new Response(text, { ...init, headers: { 'content-type': type, ...init.headers } })
}

/** Answers as the strict server of the case: with its refusal, so that a proxy can repair the request, or with a text. */
function ownAnswer({ server, input }: Play, text: string, isStream: boolean): Response {
  const body = tryParseJson(text)
  const isStrict = input.server !== undefined && input.to === server && isObject(body)
  const refusal = isStrict
    ? serverRefusal(input.server, server, { body, model: input.model ?? '' })
    : undefined
  if (refusal !== undefined)
    return Response.json(errorBody(server, refusal.message), { status: refusal.status })
  if (!isStream || server === 'bedrock-converse') return Response.json(WHOLE_ANSWERS[server])
  return streamed(server, streamText(server, STREAMED_ANSWERS[server]))
}

function caseAnswer(play: Play, isStream: boolean): Response {
  const { kind, body, status, headers } = play.input
  if (status === 200 && isStream !== (kind === 'stream'))
    play.mismatch = `the proxy asks its server for ${isStream ? 'a stream' : 'a complete answer'}`
  if (kind === 'stream') return streamed(play.server, body, { status, headers })
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}
