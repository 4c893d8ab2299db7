import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import type { ToolKind } from '../../src/base/model/types.js'
import type { Glossary } from '../../src/codec/shape/glossary.js'

/**
 * Our name for the items of xAI's X search. They look like calls of a client's custom tool, but xAI runs them, under
 * names that nobody declared; their ids tell them (https://github.com/vercel/ai, xai-x-search-tool.chunks.txt). What a
 * client declared cannot decide it: tools of a search or of `additional_tools` are not in the answer's `tools` either.
 */
const X_SEARCH = 'x_search_custom_call'
const X_SEARCH_ID = /^xs_call_/

/** The type under which an item is read: its own, but for the items above. */
export function itemType({ type, call_id: callId }: JsonObject): string {
  if (type === 'custom_tool_call' && typeof callId === 'string' && X_SEARCH_ID.test(callId)) return X_SEARCH
  return typeof type === 'string' ? type : ''
}

/** The type that is written for it. */
export function nativeItemType(type: string): string {
  return type === X_SEARCH ? 'custom_tool_call' : type
}

/**
 * Where a call item keeps its input: `text` is JSON text (or free text) in one field, `object` is JSON in one field,
 * `members` are several fields of the item itself, `none` is a call without input.
 */
export type ArgumentsForm = 'text' | 'object' | 'members' | 'none'

/** Where the items of provider-run tools keep their result. */
export type PayloadForm = 'mcp' | 'json' | 'code-outputs' | 'image'

/** How the items of one type say a call. */
interface CallForm {
  readonly kind: ToolKind
  /** Whether the item carries the tool's name; otherwise it is the item type without `_call`. */
  readonly named: boolean
  readonly executedBy: 'client' | 'provider'
  /** The field whose value results name. */
  readonly pairedBy: 'call_id' | 'id'
  readonly input: ArgumentsForm
  /** Field of the forms `text` and `object`. */
  readonly field: string
  /** Fields of the form `members`. */
  readonly members: readonly string[]
  readonly payload?: { readonly field: string; readonly form: PayloadForm }
  /** The type of the item that answers it. Default: none does. */
  readonly answer?: string
}

/** The same, with the type. */
export interface CallItem extends CallForm {
  readonly type: string
}

const FUNCTION: CallForm = {
  kind: 'function',
  named: true,
  executedBy: 'client',
  pairedBy: 'call_id',
  input: 'text',
  field: 'arguments',
  members: [],
}

const HOSTED: CallForm = {
  ...FUNCTION,
  kind: 'other',
  named: false,
  executedBy: 'provider',
  pairedBy: 'id',
  input: 'object',
  field: 'action',
}

/** A call of a tool of an MCP server. */
const MCP: CallForm = { ...FUNCTION, kind: 'mcp', executedBy: 'provider', pairedBy: 'id' }

/** A call that the client runs on JSON in one field. */
const ACTION: CallForm = { ...FUNCTION, named: false, input: 'object', field: 'action' }

export const FUNCTION_OUTPUT = 'function_call_output'

/** Every call item of the Responses API. Others that end in `_call` are read as provider-run tools (`HOSTED`). */
const CALL_FORMS: Readonly<Record<string, CallForm>> = {
  function_call: { ...FUNCTION, answer: FUNCTION_OUTPUT },
  custom_tool_call: { ...FUNCTION, kind: 'custom', field: 'input', answer: 'custom_tool_call_output' },
  computer_call: { ...ACTION, kind: 'computer', members: ['actions'], answer: 'computer_call_output' },
  local_shell_call: { ...ACTION, kind: 'shell', answer: 'local_shell_call_output' },
  shell_call: { ...ACTION, kind: 'shell', answer: 'shell_call_output' },
  apply_patch_call: { ...ACTION, kind: 'other', field: 'operation', answer: 'apply_patch_call_output' },
  tool_search_call: { ...ACTION, kind: 'tool_search', field: 'arguments', answer: 'tool_search_output' },
  [X_SEARCH]: { ...FUNCTION, kind: 'other', executedBy: 'provider', field: 'input' },
  mcp_approval_request: { ...MCP, answer: 'mcp_approval_response' },
  mcp_call: { ...MCP, payload: { field: 'output', form: 'mcp' } },
  web_search_call: { ...HOSTED, kind: 'web_search' },
  file_search_call: {
    ...HOSTED,
    kind: 'file_search',
    input: 'members',
    members: ['queries'],
    payload: { field: 'results', form: 'json' },
  },
  code_interpreter_call: {
    ...HOSTED,
    kind: 'code_execution',
    input: 'members',
    members: ['code', 'container_id'],
    payload: { field: 'outputs', form: 'code-outputs' },
  },
  image_generation_call: {
    ...HOSTED,
    kind: 'image_generation',
    input: 'none',
    payload: { field: 'result', form: 'image' },
  },
  program: {
    ...HOSTED,
    kind: 'code_execution',
    pairedBy: 'call_id',
    input: 'members',
    members: ['code'],
    answer: 'program_output',
  },
}

const CALL_ITEMS: ReadonlyMap<string, CallItem> = new Map(
  Object.entries(CALL_FORMS).map(([type, form]) => [type, { type, ...form }]),
)

export function callItem(type: string): CallItem | undefined {
  return CALL_ITEMS.get(type) ?? (type.endsWith('_call') ? { type, ...HOSTED } : undefined)
}

const RESULT_ITEMS: ReadonlySet<string> = new Set(
  Object.values(CALL_FORMS).flatMap(({ answer }) => answer ?? []),
)

export function isResultItem(type: string): boolean {
  return RESULT_ITEMS.has(type)
}

export function toolNameOf(type: string): string {
  return type.replace(/_call$/, '')
}

/**
 * What is known of the items around a call that has no `completed` of its own: they are a finished answer, an answer
 * that is not finished or did not end well, or nothing is said (a history, an answer without a status).
 */
export type Standing = 'finished' | 'unfinished' | 'unsaid'

export function standingOf(status: JsonValue | undefined): Standing {
  if (typeof status !== 'string') return 'unsaid'
  return status === 'completed' ? 'finished' : 'unfinished'
}

/** A text that says something. */
export function nonEmpty(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Whether an item's own status says if its input is whole. */
export function isDecided({ status }: JsonObject): boolean {
  return status === 'completed' || status === 'incomplete'
}

/**
 * Whether a call's input may be cut. Calls that a program of the model makes are `in_progress` in finished answers
 * (https://github.com/vercel/ai, openai-programmatic-tool-calling), vendor-run ones have many states.
 */
export function isCut(
  item: JsonObject,
  { kind, providerExecuted }: { readonly kind: ToolKind; readonly providerExecuted: boolean },
  standing: Standing,
): boolean {
  const { status } = item
  if (isDecided(item)) return status === 'incomplete'
  const isOpen = status === 'in_progress'
  if (providerExecuted) return isOpen && standing === 'unfinished'
  return standing === 'unfinished' || (standing === 'unsaid' && kind === 'custom' && isOpen)
}

/** Whether the provider runs the call itself, which two item types leave open. */
export function isProviderExecuted({ type, executedBy }: CallItem, item: JsonObject): boolean {
  if (type === 'shell_call') {
    const { environment } = item
    return isObject(environment) && stringOr(environment.type, '').startsWith('container')
  }
  if (type === 'tool_search_call') return isServerSearch(item)
  return executedBy === 'provider'
}

/** A tool search says who runs it; older ones only by having a call_id for the client, or none. */
export function isServerSearch(item: JsonObject): boolean {
  if (typeof item.execution === 'string') return item.execution === 'server'
  return typeof item.call_id !== 'string' || item.call_id === ''
}

/** Items by which the application steers the conversation; they stand in system messages of their own. */
export const CONTROL_ITEMS: ReadonlySet<string> = new Set([
  'additional_tools',
  'configuration_update',
  'compaction_trigger',
])

/** Kinds of the tools that OpenAI and compatible servers define. */
export const TOOL_KINDS: Glossary<ToolKind> = [
  ['web_search', 'web_search web_search_2025_08_26 web_search_preview web_search_preview_2025_03_11'],
  ['file_search', 'file_search'],
  ['code_execution', 'code_interpreter programmatic_tool_calling'],
  ['computer', 'computer computer_use_preview'],
  ['shell', 'local_shell shell'],
  ['mcp', 'mcp'],
  ['image_generation', 'image_generation'],
  ['tool_search', 'tool_search'],
]
