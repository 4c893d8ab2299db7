import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import type { ToolKind } from '../../src/base/model/types.js'
import { type Glossary, lookUp } from '../../src/codec/shape/glossary.js'

/**
 * Toolwire's name for the items of xAI's X search. These items look like calls of a client's custom tool, but
 * xAI runs them under undeclared names. The items are recognized by their ids (https://github.com/vercel/ai,
 * xai-x-search-tool.chunks.txt). The client's declarations are not sufficient: tools of a search or of
 * `additional_tools` are missing from the answer's `tools` too.
 */
const X_SEARCH = 'x_search_custom_call'
const X_SEARCH_ID = /^xs_call_/

/** Returns the type that selects the item's form: the native type, except for items of X search. */
export function itemType({ type, call_id: callId }: JsonObject): string {
  if (type === 'custom_tool_call' && typeof callId === 'string' && X_SEARCH_ID.test(callId)) return X_SEARCH
  return typeof type === 'string' ? type : ''
}

/** Returns the native type for an item type. */
export function nativeItemType(type: string): string {
  return type === X_SEARCH ? 'custom_tool_call' : type
}

/**
 * The form of a call item's input: `text` is JSON text (or free text) in one field, `object` is JSON in one
 * field, `members` are several fields of the item, `none` is a call without input.
 */
export type ArgumentsForm = 'text' | 'object' | 'members' | 'none'

/** The form of the result in the items of provider-run tools. */
export type PayloadForm = 'mcp' | 'json' | 'code-outputs' | 'image'

/** The form of a call in the items of one type. */
interface CallForm {
  readonly kind: ToolKind
  /** True if the item contains the tool's name. Otherwise the name is the item type without `_call`. */
  readonly named: boolean
  readonly executedBy: 'client' | 'provider'
  /** The field that results refer to. */
  readonly pairedBy: 'call_id' | 'id'
  readonly input: ArgumentsForm
  /** Field of the forms `text` and `object`. */
  readonly field: string
  /** Fields of the form `members`. */
  readonly members: readonly string[]
  readonly payload?: { readonly field: string; readonly form: PayloadForm }
  /** The type of the item that answers the call. Default: the call has no answer item. */
  readonly answer?: string
}

/** A call form with its type. */
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

/** The form of a call that the client runs, with JSON in one field. */
const ACTION: CallForm = { ...FUNCTION, named: false, input: 'object', field: 'action' }

export const FUNCTION_OUTPUT = 'function_call_output'

/**
 * The form of every call item of the Responses API. Other types that end in `_call` are decoded as
 * provider-run tools (`HOSTED`).
 */
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
 * The state of the items around a call that has no status `completed`. `finished`: a finished answer.
 * `unfinished`: an answer that is not finished or failed. `unsaid`: unknown (a history, or an answer without
 * a status).
 */
export type Standing = 'finished' | 'unfinished' | 'unsaid'

export function standingOf(status: JsonValue | undefined): Standing {
  if (typeof status !== 'string') return 'unsaid'
  return status === 'completed' ? 'finished' : 'unfinished'
}

/** Returns the value if it is a non-empty string. */
export function nonEmpty(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns true if the status of an item determines whether its input is complete. */
export function isDecided({ status }: JsonObject): boolean {
  return status === 'completed' || status === 'incomplete'
}

/**
 * Returns true if a call's input may be truncated. Calls that a program of the model makes are `in_progress`
 * in finished answers (https://github.com/vercel/ai, openai-programmatic-tool-calling). Vendor-run calls have
 * many states.
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

/** Returns true if the provider runs the call. Calls of two item types can be run by either side. */
export function isProviderExecuted({ type, executedBy }: CallItem, item: JsonObject): boolean {
  if (type === 'shell_call') {
    const { environment } = item
    return isObject(environment) && stringOr(environment.type, '').startsWith('container')
  }
  if (type === 'tool_search_call') return isServerSearch(item)
  return executedBy === 'provider'
}

/**
 * Returns true for a tool search that the server runs. In older items, `call_id` is present if the client
 * runs the search, and missing otherwise.
 */
export function isServerSearch(item: JsonObject): boolean {
  if (typeof item.execution === 'string') return item.execution === 'server'
  return typeof item.call_id !== 'string' || item.call_id === ''
}

/** Control items of the application. They are decoded as separate system messages. */
export const CONTROL_ITEMS: ReadonlySet<string> = new Set([
  'additional_tools',
  'configuration_update',
  'compaction_trigger',
])

/** Kinds of the tools that OpenAI and compatible servers define. */
const TOOL_KINDS: Glossary<ToolKind> = [
  ['web_search', 'web_search web_search_2025_08_26 web_search_preview web_search_preview_2025_03_11'],
  ['file_search', 'file_search'],
  ['code_execution', 'code_interpreter programmatic_tool_calling'],
  ['computer', 'computer computer_use_preview'],
  ['shell', 'local_shell shell'],
  ['mcp', 'mcp'],
  ['image_generation', 'image_generation'],
  ['tool_search', 'tool_search'],
]

/** Returns the kind of a tool that OpenAI or a compatible server defines, by its `type`. */
export function toolTypeKind(type: string): ToolKind {
  return lookUp(type, TOOL_KINDS) ?? 'other'
}
