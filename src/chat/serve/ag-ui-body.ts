import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { at, expectObject, expectString, stringOr } from '../../base/json/read-json.js'
import { createContext } from '../../base/model/context.js'
import type { FunctionTool, Message, ToolCall, ToolResult } from '../../base/model/types.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import { agUiCalls, agUiText, resultOfTool, userContent } from './ag-ui-messages.js'
import { untrusted } from './trust.js'
import type { UiAnswer } from './ui-parts.js'

/** A posted body with a validated form. */
export interface AgUiBody {
  readonly messages: readonly JsonObject[]
  readonly tools: readonly FunctionTool[]
  readonly resume: readonly JsonObject[]
}

const SILENT = ['reasoning', 'activity']

/**
 * Converts a message of an untrusted client, of which only texts and files are accepted. Returns an empty
 * list if the message is not for the model.
 * @throws AdapterError `untrusted` for other content.
 */
export function agUiWords(native: JsonObject, path: string): Message[] {
  const role = expectString(native.role, `${path}/role`)
  if (SILENT.includes(role)) return []
  if (role === 'user') return [{ role, parts: userContent(native.content, `${path}/content`, false) }]
  const hasCalls = agUiCalls(native, { ...createContext('ag-ui'), path }).length > 0
  if (role !== 'assistant' || hasCalls)
    throw untrusted(`a message of role "${role}"${hasCalls ? ' with calls' : ''}`, path)
  return [{ role, parts: agUiText(native) }]
}

/**
 * Returns the posted results of the calls whose tools run in the client.
 * @param own the server's tools.
 */
export function agUiResults(
  { messages, tools }: AgUiBody,
  calls: readonly ToolCall[],
  own: readonly RunnableTool[] | undefined,
): ToolResult[] {
  return calls.flatMap((call) => {
    const index = messages.findLastIndex(({ role, toolCallId }) => role === 'tool' && toolCallId === call.id)
    const native = messages[index]
    if (native === undefined) return []
    if (own === undefined) throw untold(at('/messages', index))
    return isOfClient(call.name, tools, own) ? resultOfTool(native, call) : []
  })
}

/**
 * Returns true if the client runs the tool. If the client posts a tool with the name of a server's tool, the
 * server runs the tool.
 */
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

/** Parses an answer to an interrupt. */
export function agUiAnswer(entry: JsonObject, path: string): UiAnswer {
  const id = expectString(entry.interruptId, `${path}/interruptId`)
  if (entry.status === 'cancelled') return { id, isApproved: false, reason: undefined }
  const { approved, reason } = expectObject(entry.payload, `${path}/payload`)
  if (typeof approved !== 'boolean')
    throw new AdapterError('wrong-type', `${path}/payload/approved`, 'expected true or false')
  return { id, isApproved: approved, reason: stringOr(reason, undefined) }
}
