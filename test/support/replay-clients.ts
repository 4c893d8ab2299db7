import Anthropic from '@anthropic-ai/sdk'
import {
  BedrockRuntimeServiceException,
  ConverseCommand,
  ConverseStreamCommand,
  CountTokensCommand,
} from '@aws-sdk/client-bedrock-runtime'
import { ApiError, GoogleGenAI, type Interactions } from '@google/genai'
import { GoogleGenerativeAI, GoogleGenerativeAIFetchError } from '@google/generative-ai'
import { MistralError } from '@mistralai/mistralai/models/errors'
import { CohereError } from 'cohere-ai'
import type { ChatRequest } from 'ollama'
import OpenAI from 'openai'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import {
  type CohereRequest,
  cohereChat,
  sdkParameters as cohereNames,
} from '../../adapters/cohere-chat/index.js'
import { sdkParameters } from '../../adapters/google-generate-content/index.js'
import {
  type MistralRequest,
  mistralChat,
  sdkParameters as mistralNames,
} from '../../adapters/mistral-chat/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, asNative, isArray, isObject, objectOr } from '../../src/base/json/read-json.js'
import type { Converter } from '../../src/codec/stream/codec.js'
import { urlPath } from '../../src/traffic/replay/match.js'
import type { Fetch } from '../../src/traffic/replay/recorder.js'
import { bedrockClient, cohere, mistral, ollama } from './sdk-clients.js'

/** One recorded request, to be repeated. */
export interface Play {
  readonly url: string
  readonly body: JsonObject
  readonly fetch: Fetch
}

/** An official SDK as used in these tests. */
export interface ReplayClient {
  readonly title: string
  readonly wire: string
  /** Returns the SDK's object for a complete answer. */
  whole(play: Play): Promise<unknown>
  /** Returns the events that the SDK yields while it streams. */
  events(play: Play): Promise<Streamed>
  /** Returns the final object of the SDK's stream helper, if it has one. */
  readonly final: ((play: Play) => Promise<unknown>) | undefined
  /** Returns the status and body of the SDK's own error. Rethrows other errors. */
  errorOf(
    error: unknown,
    recorded: JsonValue,
  ): { readonly status: number | undefined; readonly body: unknown }
  /**
   * Members that the SDK adds to the answer or omits from it, and the reason why this is not a fault of the
   * replay. With a leading slash: only at the top level.
   */
  readonly differs: Readonly<Record<string, string>>
  /** Members that the SDK sets to this value if the server omitted them. */
  readonly fills?: Readonly<Record<string, JsonValue>>
  /** Types of events that the SDK does not emit, and the reason. */
  readonly swallows?: Readonly<Record<string, string>>
  /** Members of a call that are missing in the final object of the stream helper, and the reason. */
  readonly finalLacks?: Readonly<Record<string, string>>
  /** Recordings that the SDK's stream helper rejects from any sender, and the reason. */
  readonly refuses?: Readonly<Record<string, string>>
  /** True if the SDK sends the given body unchanged, so the recording must be found by it. */
  readonly sendsBodyAsGiven: boolean
}

const HOST = 'http://replay.test'

/** Returns the base URL to which the SDK appends the end of the recorded path. */
function baseOf({ url }: Play, end: string): string {
  return HOST + urlPath(url).slice(0, -end.length)
}

/** `create` sends the body unchanged. The types of the SDK require literals. */
function streaming<Parameters>(body: JsonObject): Parameters {
  return asNative<Parameters>({ ...body, stream: true })
}

/** The events of a stream up to its end, or up to an event that the SDK turned into an error. */
interface Streamed {
  readonly events: readonly JsonValue[]
  readonly error?: unknown
}

async function listOf(stream: AsyncIterable<unknown>, converter: Converter = asJson): Promise<Streamed> {
  const events: JsonValue[] = []
  try {
    // Copied as JSON at once, since SDKs continue to change the objects that they have emitted.
    for await (const event of stream) events.push(JSON.parse(JSON.stringify(converter(event))))
  } catch (error) {
    return { events, error }
  }
  return { events }
}

const openaiSettings = { apiKey: 'test', maxRetries: 0, timeout: 60_000 }

function openaiError(error: unknown) {
  if (!(error instanceof OpenAI.APIError)) throw error
  // The SDK removes the member `error` from the body:
  // https://github.com/openai/openai-node/blob/master/src/core/error.ts
  return { status: error.status, body: { error: error.error } }
}

const openaiAdds = { _request_id: 'the request-id header, which the SDK puts beside the body' }
const PARSED = {
  parsed: 'structured output parsed by the stream helper',
  parsed_arguments: 'arguments parsed by the stream helper',
}

const chat = (play: Play) =>
  new OpenAI({ ...openaiSettings, baseURL: baseOf(play, '/chat/completions'), fetch: play.fetch }).chat
    .completions

const openaiChat: ReplayClient = {
  title: 'openai (chat completions)',
  wire: 'openai-chat',
  whole: (play) => chat(play).create(asNative<OpenAI.ChatCompletionCreateParamsNonStreaming>(play.body)),
  events: async (play) =>
    listOf(await chat(play).create(streaming<OpenAI.ChatCompletionCreateParamsStreaming>(play.body))),
  final: (play) =>
    chat(play).stream(streaming<OpenAI.ChatCompletionCreateParamsStreaming>(play.body)).finalChatCompletion(),
  errorOf: openaiError,
  differs: { ...openaiAdds, ...PARSED },
  fills: { finish_reason: null },
  refuses: {
    'p-groq-model-web-search-tool-stream-7d193-0':
      'the server never says the role, which the helper insists on',
  },
  sendsBodyAsGiven: true,
}

const responses = (play: Play) =>
  new OpenAI({ ...openaiSettings, baseURL: baseOf(play, '/responses'), fetch: play.fetch }).responses

const openaiResponses: ReplayClient = {
  title: 'openai (responses)',
  wire: 'openai-responses',
  whole: (play) =>
    responses(play).create(asNative<OpenAI.Responses.ResponseCreateParamsNonStreaming>(play.body)),
  events: async (play) =>
    listOf(
      await responses(play).create(streaming<OpenAI.Responses.ResponseCreateParamsStreaming>(play.body)),
    ),
  final: (play) =>
    responses(play).stream(asNative<Parameters<OpenAI.Responses['stream']>[0]>(play.body)).finalResponse(),
  errorOf: openaiError,
  differs: {
    ...openaiAdds,
    ...PARSED,
    output_text: 'all text of the output in one string, made by the SDK',
    output_parsed: PARSED.parsed,
  },
  refuses: {
    'v-parallel-tool-call-wrapper-1-dd72f-s':
      'the recording ends with an empty output, which the helper believes over the items before it',
  },
  sendsBodyAsGiven: true,
}

const messages = (play: Play) =>
  new Anthropic({ apiKey: 'test', maxRetries: 0, timeout: 60_000, baseURL: HOST, fetch: play.fetch }).messages

const anthropic: ReplayClient = {
  title: '@anthropic-ai/sdk',
  wire: 'anthropic-messages',
  async whole(play) {
    if (play.url.endsWith('/count_tokens'))
      return messages(play).countTokens(asNative<Anthropic.MessageCountTokensParams>(play.body))
    return messages(play).create(asNative<Anthropic.MessageCreateParamsNonStreaming>(play.body))
  },
  events: async (play) =>
    listOf(await messages(play).create(streaming<Anthropic.MessageCreateParamsStreaming>(play.body))),
  final: (play) => messages(play).stream(asNative<Anthropic.MessageStreamParams>(play.body)).finalMessage(),
  errorOf(error) {
    if (!(error instanceof Anthropic.APIError)) throw error
    return { status: error.status, body: error.error }
  },
  differs: { ...openaiAdds, parsed_output: 'structured output parsed by the SDK' },
  swallows: { ping: 'it only keeps the connection alive' },
  finalLacks: { rawArguments: 'the helper parses the arguments' },
  refuses: {
    'v-anthropic-mcp-1-8ab8b-s': 'the helper collects no input of mcp_tool_use',
  },
  sendsBodyAsGiven: true,
}

/**
 * Google's SDKs build the URL from a model. The recorded request may have been sent to Vertex under a
 * project's path.
 */
function atRecordedUrl({ url, fetch }: Play): Fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    return fetch(new Request(HOST + urlPath(url) + new URL(request.url).search, request))
  }
}

const MODEL = 'recorded-model'
const OLDER =
  'the SDK is older than calls in pieces and calls of the provider, and leaves them out when it joins a stream'
const COPIES =
  'the SDK copies members by name, which of them depending on the service; this one is not always there'

const genai = (play: Play) =>
  new GoogleGenAI({
    apiKey: 'test',
    vertexai: play.url.includes('/projects/'),
    httpOptions: { baseUrl: HOST, fetch: atRecordedUrl(play) },
  })

/** Returns the SDK's parameters. The API accepts one tool instead of a list. The SDK does not. */
function genaiParameters({ body: { tools, ...rest } }: Play) {
  const body = tools === undefined ? rest : { ...rest, tools: isArray(tools) ? tools : [tools] }
  return sdkParameters(asNative<Parameters<typeof sdkParameters>[0]>(body), MODEL)
}

const googleGenai: ReplayClient = {
  title: '@google/genai',
  wire: 'google-generate-content',
  async whole(play) {
    const { models } = genai(play)
    if (!play.url.endsWith(':countTokens')) return models.generateContent(genaiParameters(play))
    return models.countTokens(
      asNative<Parameters<typeof models.countTokens>[0]>({ ...play.body, model: MODEL }),
    )
  },
  events: async (play) => listOf(await genai(play).models.generateContentStream(genaiParameters(play))),
  final: undefined,
  errorOf(error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: JSON.parse(error.message) }
  },
  differs: {
    sdkHttpResponse: 'the headers, which the SDK puts beside the body',
    finishMessage: COPIES,
    createTime: COPIES,
    '/promptTokensDetails': COPIES,
    totalBillableCharacters: COPIES,
  },
  sendsBodyAsGiven: false,
}

const ADDED = 'the SDK adds it to the answer'

const googleInteractions: ReplayClient = {
  title: '@google/genai (interactions)',
  wire: 'google-interactions',
  whole: async (play) =>
    genai(play).interactions.create(
      asNative<Interactions.InteractionCreateParams.CreateModelInteractionParamsNonStreaming>(play.body),
    ),
  events: async (play) =>
    listOf(
      await genai(play).interactions.create(
        streaming<Interactions.InteractionCreateParams.CreateModelInteractionParamsStreaming>(play.body),
      ),
    ),
  final: undefined,
  errorOf(error) {
    if (!(error instanceof Error) || !('statusCode' in error) || !('body' in error)) throw error
    return { status: Number(error.statusCode), body: JSON.parse(String(error.body)) }
  },
  differs: {
    sdkHttpResponse: 'the headers, which the SDK puts beside the body',
    output_text: ADDED,
    output_image: ADDED,
    initial_input_tokens: ADDED,
    continuation_ids: ADDED,
  },
  sendsBodyAsGiven: true,
}

async function withGlobalFetch<Result>(play: Play, run: () => Promise<Result>): Promise<Result> {
  const original = globalThis.fetch
  globalThis.fetch = atRecordedUrl(play)
  try {
    return await run()
  } finally {
    globalThis.fetch = original
  }
}

const generative = () =>
  new GoogleGenerativeAI('test').getGenerativeModel({ model: MODEL }, { baseUrl: HOST })
type GenerativeRequest = Parameters<ReturnType<typeof generative>['generateContent']>[0]

const googleGenerativeAi: ReplayClient = {
  title: '@google/generative-ai',
  wire: 'google-generate-content',
  whole: (play) =>
    withGlobalFetch(play, async () => {
      if (play.url.endsWith(':countTokens'))
        return generative().countTokens(asNative<GenerativeRequest>(play.body))
      return (await generative().generateContent(asNative<GenerativeRequest>(play.body))).response
    }),
  events: (play) =>
    withGlobalFetch(play, async () =>
      listOf((await generative().generateContentStream(asNative<GenerativeRequest>(play.body))).stream),
    ),
  final: (play) =>
    withGlobalFetch(
      play,
      async () => (await generative().generateContentStream(asNative<GenerativeRequest>(play.body))).response,
    ),
  errorOf(error, recorded) {
    if (!(error instanceof GoogleGenerativeAIFetchError)) throw error
    // The SDK keeps only the body's message, inside its own message.
    const { error: reported }: JsonObject = objectOr(recorded, {})
    const { message: told }: JsonObject = objectOr(reported, {})
    const message = String(told)
    return { status: error.status, body: error.message.includes(message) ? recorded : error.message }
  },
  differs: {},
  finalLacks: {
    id: 'minted from the id of the response, which the SDK, older than it, leaves out when it joins the stream',
    providerMetadata: 'the SDK, older than thought signatures, joins parts without them',
  },
  refuses: {
    'p-code-execution-stream-50221-0':
      'when it joins a stream, the SDK repeats the code in each later part of a chunk',
    'p-google-model-thinking-part-iter-1805b-0': 'the SDK is older than thinking, and joins thoughts as text',
    'p-google-model-file-search-grounding-gemini-3-true-1fd35-3': OLDER,
    'v-google-stream-no-args-tool-call-ea54e-s': OLDER,
    'v-google-stream-tool-call-array-arguments-missing-terminal-fun-33c39-s': OLDER,
    'v-google-vertex-stream-tool-call-arguments-nested-1-76deb-s': OLDER,
  },
  sendsBodyAsGiven: false,
}

const DROPPED = 'the SDK keeps only the members that it knows, and does not know this one'

const { converter: fromMistral = asJson } = mistralChat.codecs
const mistralAt = (play: Play) => mistral(atRecordedUrl(play), HOST).chat

/**
 * Returns the request with the SDK's field names. The types of the SDK require literals. The API accepts
 * tools without a type.
 */
function mistralParameters<Parameters>({ body: { stream: _stream, ...body } }: Play): Parameters {
  const native = { ...body, ...(isArray(body.tools) && { tools: body.tools.map(withType) }) }
  return asNative(asJson(mistralNames(asNative<MistralRequest>(native))))
}

function withType(tool: JsonValue): JsonValue {
  return isObject(tool) ? { type: 'function', ...tool } : tool
}

const mistralClient: ReplayClient = {
  title: '@mistralai/mistralai',
  wire: 'mistral-chat',
  whole: async (play) => fromMistral(await mistralAt(play).complete(mistralParameters(play))),
  events: async (play) => listOf(await mistralAt(play).stream(mistralParameters(play)), fromMistral),
  final: undefined,
  errorOf(error) {
    if (!(error instanceof MistralError)) throw error
    return { status: error.statusCode, body: JSON.parse(error.body) }
  },
  differs: { logprobs: DROPPED },
  fills: { id: 'null', index: 0, type: 'function', prefix: false },
  sendsBodyAsGiven: false,
}

const { converter: fromCohere = asJson } = cohereChat.codecs
const cohereAt = (play: Play) => cohere(atRecordedUrl(play), HOST)

/** Returns the request with the SDK's field names. The types of the SDK require literals. */
function cohereParameters<Parameters>({ body: { stream: _stream, ...body } }: Play): Parameters {
  // Some recorded exchanges contain only the answer.
  return asNative(asJson(cohereNames(asNative<CohereRequest>({ model: MODEL, messages: [], ...body }))))
}

const cohereClient: ReplayClient = {
  title: 'cohere-ai',
  wire: 'cohere-chat',
  whole: async (play) => fromCohere(await cohereAt(play).chat(cohereParameters(play))),
  events: async (play) => listOf(await cohereAt(play).chatStream(cohereParameters(play)), fromCohere),
  final: undefined,
  errorOf(error) {
    if (!(error instanceof CohereError)) throw error
    return { status: error.statusCode, body: error.body }
  },
  differs: {},
  sendsBodyAsGiven: false,
}

const ollamaAt = (play: Play) => ollama(atRecordedUrl(play), HOST)

/** Without `stream`, the client requests a complete answer. */
const ollamaClient: ReplayClient = {
  title: 'ollama',
  wire: 'ollama-chat',
  whole: (play) => ollamaAt(play).chat({ ...asNative<ChatRequest>(play.body), stream: false }),
  events: async (play) =>
    listOf(await ollamaAt(play).chat({ ...asNative<ChatRequest>(play.body), stream: true }), asJson),
  final: undefined,
  errorOf(error, recorded) {
    // Its error class is not exported, and keeps only the text.
    if (!(error instanceof Error) || !('status_code' in error)) throw error
    const { error: text }: JsonObject = objectOr(recorded, {})
    return { status: Number(error.status_code), body: text === error.message ? recorded : error.message }
  },
  differs: {},
  sendsBodyAsGiven: false,
}

const { converter: fromBedrock = asJson } = bedrock.codecs
const bedrockAt = (play: Play) => bedrockClient(atRecordedUrl(play))

/** Returns the SDK's input, in which the model is next to the body. */
function commandInput<Input>({ body }: Play): Input {
  return asNative({ modelId: MODEL, ...body })
}

const awsClient: ReplayClient = {
  title: '@aws-sdk/client-bedrock-runtime',
  wire: 'bedrock-converse',
  async whole(play) {
    const client = bedrockAt(play)
    if (play.url.endsWith('/count-tokens')) return client.send(new CountTokensCommand(commandInput(play)))
    return fromBedrock(await client.send(new ConverseCommand(commandInput(play))))
  },
  async events(play) {
    const { stream } = await bedrockAt(play).send(new ConverseStreamCommand(commandInput(play)))
    if (stream === undefined) throw new Error('the SDK gave no stream')
    return listOf(stream, fromBedrock)
  },
  final: undefined,
  errorOf(error, recorded) {
    if (!(error instanceof BedrockRuntimeServiceException)) throw error
    // The SDK keeps only the body's message.
    const { message }: JsonObject = objectOr(recorded, {})
    return {
      status: error.$metadata.httpStatusCode,
      body: message === error.message ? recorded : error.message,
    }
  },
  differs: {
    p: DROPPED,
    type: DROPPED,
    serverToolUsage: DROPPED,
    cacheReadInputTokenCount: DROPPED,
    cacheWriteInputTokenCount: DROPPED,
  },
  sendsBodyAsGiven: false,
}

export const replayClients: readonly ReplayClient[] = [
  openaiChat,
  openaiResponses,
  anthropic,
  googleGenai,
  googleGenerativeAi,
  googleInteractions,
  mistralClient,
  cohereClient,
  ollamaClient,
  awsClient,
]

/** Returns a JSON value without the members in which the SDK differs. */
export function comparable(value: unknown, { differs, fills = {} }: ReplayClient): JsonValue {
  const isOut = (key: string, member: unknown) =>
    Object.hasOwn(differs, key) || (Object.hasOwn(fills, key) && fills[key] === member)
  const copy: JsonValue = JSON.parse(
    JSON.stringify(value, (key, member) => (isOut(key, member) ? undefined : member)),
  )
  if (!isObject(copy)) return copy
  return Object.fromEntries(Object.entries(copy).filter(([key]) => !Object.hasOwn(differs, `/${key}`)))
}
