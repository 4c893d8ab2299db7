import { webResponse } from '../../base/http/http-message.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { type JsonDocument, parseDocument } from '../../base/json/parse.js'
import { expectObject } from '../../base/json/read-json.js'
import { createContext } from '../../base/model/context.js'
import type { Provider } from '../../chat/provider/provider-types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { createRegistry, modelAt, wiresAt } from '../../translate/exchange/registry.js'
import { carriedKinds, moveConversation } from '../../translate/exchange/translate-conversation.js'
import { type ClientRequest, readRequest, servedRequest } from '../client-request.js'
import { ClientState } from '../client-state.js'
import { History, type HistoryAuthor } from '../history.js'
import { begunAnswer, storedAnswer } from '../kinds/stored-state.js'
import { ProxyFailure } from '../proxy-failure.js'
import { type Endpoint, endpointAt, type Kind, likeliest } from '../routes.js'
import type { AskedTurn, FetchProvider } from './asked-turn.js'
import { completeTurn } from './complete-turn.js'
import { streamTurn } from './stream-turn.js'
import { thrownAnswer } from './thrown-answer.js'

/** Answers one request in the form of its client's wire. */
export async function answerFetch(request: Request, answering: FetchProvider): Promise<Response> {
  const { clients, provider, signal } = answering
  const adapters = adaptersOf(provider, clients)
  const path = new URL(request.url).pathname
  const endpoint = endpointAt(path, request.headers, clients)
  try {
    if (endpoint === undefined || !ANSWERED.includes(endpoint.kind)) throw otherPath(path)
    return await answerAt(endpoint, request, answering, adapters)
  } catch (error) {
    signal?.throwIfAborted()
    return thrownAnswer(error, endpoint?.client, adapters)
  }
}

const ANSWERED: readonly Kind[] = ['generate', 'begin', 'stored']

/** Creates the error for other requests, such as embeddings or lists of models. */
function otherPath(path: string): ProxyFailure {
  const message = `answeredBy answers requests for a model's answer, and ${path.slice(0, 200)} is another path`
  return new ProxyFailure('no-such-path', message)
}

async function answerAt(
  { kind, client }: Endpoint,
  request: Request,
  answering: FetchProvider,
  adapters: readonly Adapter[],
): Promise<Response> {
  const path = new URL(request.url).pathname
  const text = await request.text()
  const document = parseDocument(text === '' ? '{}' : text)
  const state = new ClientState(answering.state, client.id)
  if (kind === 'stored') return webResponse(await storedAnswer(request.method, path, client, state))
  if (kind === 'begin') return webResponse(await begunAnswer(expectObject(document.value, ''), client, state))
  const asking = clientOf(path, request.headers, document.value, answering.clients) ?? client
  const read = readAsked(request, path, document, asking)
  const turn = await askedTurn(await servedRequest(read), { ...answering, state }, adapters)
  return read.streams ? streamTurn(turn) : completeTurn(turn)
}

/** Returns the wire of a request for an answer, of which several may have the same path. */
function clientOf(
  path: string,
  headers: Headers,
  body: JsonValue,
  clients: readonly Adapter[],
): Adapter | undefined {
  const there = clients.filter(({ codecs }) => codecs.http.path.test(path))
  const known = likeliest(there, path, headers)
  return wiresAt(path, () => body, createRegistry(known))[0]
}

function readAsked(
  request: Request,
  path: string,
  { value, exactText }: JsonDocument,
  client: Adapter,
): ClientRequest {
  const body = expectObject(value, '')
  const native = client.codecs.http.requestAt?.(path, body) ?? body
  return readRequest(request, { value: native, exactText }, { client, model: modelAt(path, body, client) })
}

/** Returns the adapters of the provider. The adapter of a custom provider is found by its wire. */
function adaptersOf({ adapters = [], wire }: Provider, clients: readonly Adapter[]): readonly Adapter[] {
  return adapters.length > 0 ? adapters : clients.filter(({ id }) => id === wire)
}

/** Moves the request, with the stored parts of earlier answers, to the wire of the provider. */
async function askedTurn(
  asked: ClientRequest,
  { provider, state, signal, report }: Omit<FetchProvider, 'state'> & { readonly state: ClientState },
  adapters: readonly Adapter[],
): Promise<AskedTurn> {
  const { client } = asked
  const author = authorOf(client, adapters)
  const history = new History(asked, state, NO_FAILURES, adapters.length > 1)
  const whole = await history.asked(author)
  const context = createContext(author.adapter.id)
  const moved = moveConversation(
    whole.conversation,
    {
      ...{ from: client.codecs, to: author.adapter, earlier: whole.hasEarlier && [], hosted: 'carry' },
      options: { model: provider.model },
    },
    context,
  )
  const { stream: _stream, model: _model, ...conversation } = moved
  report(conversation, [...whole.notices, ...context.notices])
  const carried = carriedKinds(moved, 'carry')
  return {
    ...{ provider, signal, asked, conversation, author, history, carried },
    report: (more) => report(conversation, more),
  }
}

/** Returns the first wire of the provider that differs from the client's wire, which needs translation. */
function authorOf(client: Adapter, adapters: readonly Adapter[]): HistoryAuthor {
  const adapter = adapters.find(({ id }) => id !== client.id) ?? client
  return { adapter, wires: adapters.map(({ id }) => id) }
}

/** The state is in memory, so that it does not fail. */
const NO_FAILURES = { addStateFailure: () => undefined }
