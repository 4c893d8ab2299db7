import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import {
  asJson,
  at,
  expectArray,
  expectObject,
  expectString,
  isObject,
  stringOr,
} from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { createContext } from '../../base/model/context.js'
import { toolMessage } from '../../base/model/create.js'
import type { FunctionTool, Message, ToolCall } from '../../base/model/types.js'
import { pendingCalls } from '../../tools/pending.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { pendingApprovals } from '../loop/approvals.js'
import {
  type AcceptOptions,
  acceptAnswers,
  type PostedAnswer,
  type ReadConversation,
} from './accept-answers.js'
import { type AgUiBody, agUiAnswer, agUiResults, agUiWords } from './ag-ui-body.js'
import { agUiConversation } from './ag-ui-conversation.js'
import { believedMessage } from './ag-ui-messages.js'
import { requestedIn } from './approval-requests.js'
import { expectAgUiTrust } from './check-options.js'
import { type AgUiTrustOptions, historyIn, untrusted } from './trust.js'
import { isMadeId } from './ui-ids.js'

/** A `RunAgentInput` of AG-UI. */
export interface AgUiInput {
  /** The id of the chat. */
  readonly threadId: string
  /** The id of the run. Pass this id to `toResponse`. */
  readonly runId: string
  /** The conversation, for `runLoop`. */
  readonly messages: Message[]
  /** Answers to interrupts that requested approval, for `runLoop`. */
  readonly approvals: Approval[]
  /** The requests whose answers have no effect, because they came too late or after another answer. */
  readonly superseded: ApprovalRequest[]
  /**
   * The tools that run in the client. Put these tools after your own tools, which then take precedence if
   * names are equal.
   */
  readonly tools: FunctionTool[]
  /** `state`, `context`, `forwardedProps` and other members. Not checked. */
  readonly data: JsonObject
}

/**
 * Reads the body that an AG-UI client posts. With `history`, the user's last message, results of the client's
 * tools and answers to interrupts are added to the stored conversation. With `conversation`, the function
 * becomes the driver of the conversation and records the new content, as in `readUiMessages`. Without both,
 * only texts and files are accepted; with `trust`, the complete conversation is accepted.
 * @param body the result of `request.json()`.
 * @throws AdapterError with the path in the body: `untrusted` for unverified calls, results, answers and
 * system messages; `wrong-type` and `missing-field` for an invalid body. ConversationError like
 * `readUiMessages`.
 * @example const { threadId, runId, messages, approvals, tools } = await readAgUiInput(await request.json(), { history })
 */
export async function readAgUiInput(body: unknown, options: AgUiTrustOptions = {}): Promise<AgUiInput> {
  expectAgUiTrust(options)
  const { threadId, runId, messages, tools = [], resume = [], ...data } = expectObject(asJson(body), '')
  const said: AgUiBody = {
    messages: objects(messages, '/messages'),
    tools: objects(tools, '/tools').map((tool, index) => toolOf(tool, at('/tools', index))),
    resume: objects(resume, '/resume'),
  }
  const head = { threadId: expectString(threadId, '/threadId'), runId: expectString(runId, '/runId') }
  const read = await readWith(said, head.threadId, options)
  return { ...head, ...read, tools: [...said.tools], data }
}

function readWith(
  said: AgUiBody,
  chat: string,
  options: AgUiTrustOptions,
): Promise<ReadConversation> | ReadConversation {
  const { conversation } = options
  const history = historyIn(options)
  if (conversation !== undefined) return agUiConversation(said, conversation, options)
  return history === undefined ? alone(said, options) : added(said, history, { ...options, chat })
}

function objects(value: JsonValue | undefined, path: string): JsonObject[] {
  return expectArray(value, path).map((item, index) => expectObject(item, at(path, index)))
}

function toolOf({ name, description, parameters }: JsonObject, path: string): FunctionTool {
  return compact({
    type: 'function' as const,
    name: expectString(name, `${path}/name`),
    description: stringOr(description, undefined),
    parameters: isObject(parameters) ? parameters : undefined,
  })
}

/** Reads a conversation that the server did not store. */
function alone({ messages, resume }: AgUiBody, { trust }: AgUiTrustOptions): ReadConversation {
  if (resume.length > 0)
    throw new AdapterError(
      'missing-field',
      '/resume',
      'answers to interrupts need the stored conversation, as `conversation` or `history`',
    )
  const known = new Map<string, ToolCall>()
  const read = messages.flatMap((native, index) => {
    const path = at('/messages', index)
    if (trust !== true) return agUiWords(native, path)
    const message = believedMessage(native, known, { ...createContext('ag-ui'), path })
    for (const part of message?.parts ?? []) if (part.type === 'tool-call') known.set(part.id, part)
    return message ?? []
  })
  return { messages: read, approvals: [], superseded: [] }
}

async function added(
  body: AgUiBody,
  history: readonly Message[],
  options: AgUiTrustOptions & AcceptOptions,
): Promise<ReadConversation> {
  const waiting = new Set(pendingApprovals(history).map(({ callId }) => callId))
  const calls = pendingCalls(history).filter(({ id }) => !waiting.has(id))
  const results = agUiResults(body, calls, options.tools)
  const last = body.messages.at(-1)
  const path = at('/messages', body.messages.length - 1)
  const messages = [
    ...history,
    ...(results.length > 0 ? [toolMessage(results)] : []),
    ...(last?.role === 'user' && !isMadeId(stringOr(last.id, '')) ? agUiWords(last, path) : []),
  ]
  const given = body.resume.map((entry, index) => answerOf(entry, at('/resume', index), history))
  return acceptAnswers(given, messages, { chat: options.chat, used: options.used })
}

function answerOf(entry: JsonObject, path: string, history: readonly Message[]): PostedAnswer {
  const answer = agUiAnswer(entry, path)
  const asked = requestedIn(history).get(answer.id)
  if (asked === undefined) throw untrusted('an answer to an interrupt', `${path}/interruptId`)
  return { ...asked, answer }
}
