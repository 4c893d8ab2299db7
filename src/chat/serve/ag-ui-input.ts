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
import type { FunctionTool, Message, ToolCall, ToolResult } from '../../base/model/types.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import { pendingCalls } from '../../tools/pending.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import { pendingApprovals } from '../loop/approvals.js'
import {
  type AcceptOptions,
  acceptAnswers,
  type PostedAnswer,
  type ReadConversation,
} from './accept-answers.js'
import { agUiCalls, agUiText, believedMessage, resultOfTool, userContent } from './ag-ui-messages.js'
import { requestedIn } from './approval-requests.js'
import { expectAgUiTrust } from './check-options.js'
import { type AgUiTrustOptions, untrusted } from './trust.js'

/** A `RunAgentInput` of AG-UI. */
export interface AgUiInput {
  /** The id of the chat. */
  readonly threadId: string
  /** The id for the run: pass it to `toResponse`. */
  readonly runId: string
  /** The conversation, for `runLoop`. */
  readonly messages: Message[]
  /** Answers to interrupts that requested approval, for `runLoop`. */
  readonly approvals: Approval[]
  /** The requests whose answers have no effect: they came too late, or after another answer. */
  readonly superseded: ApprovalRequest[]
  /**
   * The tools that run in the client. Put them after your own, which then take precedence if names are equal.
   */
  readonly tools: FunctionTool[]
  /** `state`, `context`, `forwardedProps` and other members. Not checked. */
  readonly data: JsonObject
}

interface PostedBody {
  readonly messages: readonly JsonObject[]
  readonly tools: readonly FunctionTool[]
  readonly resume: readonly JsonObject[]
}

/**
 * Reads the body that an AG-UI client posts. With `history`, the user's last message, results of the client's
 * tools and answers to interrupts are added to the stored conversation. Without it only texts and files are
 * accepted, with `trust` the complete conversation.
 * @param body the result of `request.json()`.
 * @throws AdapterError with the path in the body: `untrusted` for unverified calls, results, answers and
 * system messages; `wrong-type` and `missing-field` for an invalid body.
 * @example const { threadId, runId, messages, approvals, tools } = await readAgUiInput(await request.json(), { history })
 */
export async function readAgUiInput(body: unknown, options: AgUiTrustOptions = {}): Promise<AgUiInput> {
  expectAgUiTrust(options)
  const { threadId, runId, messages, tools = [], resume = [], ...data } = expectObject(asJson(body), '')
  const said: PostedBody = {
    messages: objects(messages, '/messages'),
    tools: objects(tools, '/tools').map((tool, index) => toolOf(tool, at('/tools', index))),
    resume: objects(resume, '/resume'),
  }
  const head = { threadId: expectString(threadId, '/threadId'), runId: expectString(runId, '/runId') }
  const read =
    options.history === undefined
      ? alone(said, options)
      : await added(said, options.history, { ...options, chat: head.threadId })
  return { ...head, ...read, tools: [...said.tools], data }
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
function alone({ messages, resume }: PostedBody, { trust }: AgUiTrustOptions): ReadConversation {
  if (resume.length > 0)
    throw new AdapterError(
      'missing-field',
      '/resume',
      'answers to interrupts need the stored conversation as `history`',
    )
  const known = new Map<string, ToolCall>()
  const read = messages.flatMap((native, index) => {
    const path = at('/messages', index)
    if (trust !== true) return wordsOf(native, path)
    const message = believedMessage(native, known, { ...createContext('ag-ui'), path })
    for (const part of message?.parts ?? []) if (part.type === 'tool-call') known.set(part.id, part)
    return message ?? []
  })
  return { messages: read, approvals: [], superseded: [] }
}

const SILENT = ['reasoning', 'activity']

function wordsOf(native: JsonObject, path: string): Message[] {
  const role = expectString(native.role, `${path}/role`)
  if (SILENT.includes(role)) return []
  if (role === 'user') return [{ role, parts: userContent(native.content, `${path}/content`, false) }]
  const hasCalls = agUiCalls(native, { ...createContext('ag-ui'), path }).length > 0
  if (role !== 'assistant' || hasCalls)
    throw untrusted(`a message of role "${role}"${hasCalls ? ' with calls' : ''}`, path)
  return [{ role, parts: agUiText(native) }]
}

async function added(
  body: PostedBody,
  history: readonly Message[],
  options: AgUiTrustOptions & AcceptOptions,
): Promise<ReadConversation> {
  const results = resultsOfClient(body, history, options)
  const last = body.messages.at(-1)
  const path = at('/messages', body.messages.length - 1)
  const messages = [
    ...history,
    ...(results.length > 0 ? [toolMessage(results)] : []),
    ...(last?.role === 'user' ? wordsOf(last, path) : []),
  ]
  const given = body.resume.map((entry, index) => answerOf(entry, at('/resume', index), history))
  return acceptAnswers(given, messages, { chat: options.chat, used: options.used })
}

function resultsOfClient(
  { messages, tools }: PostedBody,
  history: readonly Message[],
  options: AgUiTrustOptions,
): ToolResult[] {
  const waiting = new Set(pendingApprovals(history).map(({ callId }) => callId))
  return pendingCalls(history).flatMap((call) => {
    const index = messages.findLastIndex(({ role, toolCallId }) => role === 'tool' && toolCallId === call.id)
    const native = messages[index]
    if (native === undefined || waiting.has(call.id)) return []
    if (options.tools === undefined) throw untold(at('/messages', index))
    return isOfClient(call.name, tools, options.tools) ? resultOfTool(native, call) : []
  })
}

/** Returns true if the client runs the tool. A tool that it posts under the name of a server's tool stays the server's. */
function isOfClient(name: string, posted: readonly FunctionTool[], own: readonly RunnableTool[]): boolean {
  const known = own.find((tool) => 'name' in tool && tool.name === name)
  return known === undefined ? posted.some((tool) => tool.name === name) : known.execute === undefined
}

function untold(path: string): AdapterError {
  return new AdapterError(
    'untrusted',
    path,
    'a result of a tool: pass the tools of the server as `tools`, so that results of its calls are refused',
  )
}

function answerOf(entry: JsonObject, path: string, history: readonly Message[]): PostedAnswer {
  const id = expectString(entry.interruptId, `${path}/interruptId`)
  const asked = requestedIn(history).get(id)
  if (asked === undefined) throw untrusted('an answer to an interrupt', `${path}/interruptId`)
  if (entry.status === 'cancelled') return { ...asked, answer: { id, isApproved: false, reason: undefined } }
  const { approved, reason } = expectObject(entry.payload, `${path}/payload`)
  if (typeof approved !== 'boolean')
    throw new AdapterError('wrong-type', `${path}/payload/approved`, 'expected true or false')
  return { ...asked, answer: { id, isApproved: approved, reason: stringOr(reason, undefined) } }
}
