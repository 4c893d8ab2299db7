import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { mapObjects } from '../../src/base/json/map.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { asJson, isArray, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson, stringifyJson, unlessEmpty } from '../../src/base/json/write-json.js'
import { metadataOf, type Wired } from '../../src/base/model/metadata.js'
import type { Part, ResultPart, ToolCall, ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { namespaceOf } from './namespaces.js'

// What packages of the SDK keep of the tools that their providers ran, and what the providers' wires have of it: so it goes
// back to the provider as it was. Sources: README.md.

const ANTHROPIC = 'anthropic-messages'
const OPENAI = 'openai-responses'
const GOOGLE = 'google-generate-content'

/** A call that a provider ran, without what all calls have, and its result. */
interface Ran {
  readonly name: string
  readonly input: JsonObject
  /** The input as the provider wrote it, where the wire has it as text. */
  readonly text?: string | undefined
  readonly metadata?: JsonObject
  readonly result?: RanResult | undefined
  /** What its package keeps beside it. */
  readonly options?: JsonObject
}

interface RanResult {
  readonly output: ToolOutput
  readonly metadata?: JsonObject
  /** What its package keeps beside it. */
  readonly options?: JsonObject
}

interface PackageForm {
  readonly wire: string
  /** How ids of such calls begin. */
  readonly id: RegExp
  /** Gives undefined for what is not as the package writes it. */
  readonly toWire: (ran: Ran) => Ran | undefined
  /** The same of what is not as the wire has it. */
  readonly toPackage: (ran: Ran) => Ran | undefined
}

/** The parts of a message as the provider's own wire has them, where the package's form is known. */
export function asWires(parts: readonly Part[], wired: Wired): Part[] {
  return converted(parts, (call, result) => {
    if (metadataOf(call, wired)?.executed !== true) return undefined
    for (const { id, wire, toWire, toPackage } of FORMS) {
      const ran = id.test(call.id) ? ranOf(call, result, wire, wired) : undefined
      const own = ran && toWire(ran)
      // What would not come back as it was stays what it is.
      const again = own && toPackage(own)
      const isWhole = again && isSame(again, ran)
      if (own !== undefined && isWhole) return [own, wire]
    }
    return undefined
  })
}

/** The parts of a message as the packages keep them, of what came from there. */
export function asPackages(parts: readonly Part[], wired: Wired): readonly Part[] {
  return converted(parts, (call, result) => {
    if (metadataOf(call, wired)?.executed !== true) return undefined
    for (const { id, wire, toPackage } of FORMS) {
      const isMeant = id.test(call.id) && isNative(call.providerMetadata?.[wire])
      const ran = isMeant ? ranOf(call, result, wire, wired) : undefined
      const kept = ran && toPackage(ran)
      if (kept !== undefined) return [kept, wire]
    }
    return undefined
  })
}

type Convert = (
  call: ToolCall,
  result: ToolResult | undefined,
) => readonly [ran: Ran, wire: string] | undefined

function converted(parts: readonly Part[], convert: Convert): Part[] {
  const changed = new Map<Part, Part>()
  for (const call of parts) {
    if (call.type === 'tool-result' && call.providerExecuted && !isPaired(call, parts)) {
      // Of a call in an earlier answer, which paused.
      const [ran, wire = ''] = convert(callOf(call), call) ?? []
      if (ran?.result !== undefined) changed.set(call, withResult(call, ran, ran.result, wire))
    }
    if (call.type !== 'tool-call' || !call.providerExecuted) continue
    const result = parts.find(
      (part): part is ToolResult =>
        part.type === 'tool-result' && part.providerExecuted && part.callId === call.id && !changed.has(part),
    )
    const [ran, wire = ''] = convert(call, result) ?? []
    if (ran === undefined) continue
    changed.set(call, withRan(call, ran, wire))
    if (result !== undefined && ran.result !== undefined)
      changed.set(result, withResult(result, ran, ran.result, wire))
  }
  return parts.map((part) => changed.get(part) ?? part)
}

function isPaired({ callId }: ToolResult, parts: readonly Part[]): boolean {
  return parts.some((part) => part.type === 'tool-call' && part.id === callId)
}

function callOf({ callId, name, providerMetadata }: ToolResult): ToolCall {
  const call = { id: callId, name, providerExecuted: true, providerMetadata }
  return compact({
    type: 'tool-call' as const,
    kind: 'other' as const,
    ...call,
    status: 'complete' as const,
    arguments: {},
  })
}

function ranOf(call: ToolCall, result: ToolResult | undefined, wire: string, wired: Wired): Ran | undefined {
  const { arguments: input, rawArguments: text, providerMetadata } = call
  if (call.kind === 'custom' || !isObject(input)) return undefined
  return {
    name: call.name,
    input,
    text,
    metadata: objectIn(providerMetadata?.[wire]),
    options: optionsOf(call, wire, wired),
    result: result && {
      output: result.output,
      metadata: objectIn(result.providerMetadata?.[wire]),
      options: optionsOf(result, wire, wired),
    },
  }
}

function withRan(call: ToolCall, { name, input, text, metadata }: Ran, wire: string): ToolCall {
  if (call.kind === 'custom') return call
  const { rawArguments: _text, status: _status, arguments: _input, ...head } = call
  const providerMetadata = withOwn(call.providerMetadata, wire, metadata)
  const told = { status: 'complete' as const, arguments: input, rawArguments: text }
  return compact({ ...head, name, ...told, providerMetadata })
}

function withResult(
  result: ToolResult,
  { name }: Ran,
  { output, metadata }: RanResult,
  wire: string,
): ToolResult {
  const isError = output.type === 'content' ? result.isError : output.type.startsWith('error')
  return {
    ...result,
    name,
    output,
    isError,
    providerMetadata: withOwn(result.providerMetadata, wire, metadata, false),
  }
}

function withOwn(
  metadata: ToolCall['providerMetadata'] = {},
  wire: string,
  own: JsonObject | undefined,
  isCall = true,
): NonNullable<ToolCall['providerMetadata']> {
  const { [wire]: before = {}, ...others } = metadata
  if (own !== undefined) {
    const extra = unlessEmpty({ ...objectIn(before.extra), ...objectIn(own.extra) })
    return { ...others, [wire]: compact({ ...before, ...own, extra }) }
  }
  // What the namespaces of packages say stays; the rest is of the form.
  const { itemId, signature, extra } = isCall ? before : {}
  const { caller } = objectIn(extra)
  const left = unlessEmpty({ itemId, signature, extra: caller && { caller } })
  return left === undefined ? others : { ...others, [wire]: left }
}

function isNative(metadata: JsonObject | undefined): boolean {
  return (metadata?.block ?? metadata?.type ?? metadata?.part) !== undefined
}

function optionsOf(part: ToolCall | ToolResult, wire: string, wired: Wired): JsonObject {
  const { providerOptions } = objectIn(metadataOf(part, wired)?.extra)
  return objectIn(namespaceOf(objectIn(providerOptions), wire))
}

function isSame(one: Ran, other: Ran | undefined): boolean {
  return other !== undefined && equalJson(asJson(comparable(one)), asJson(comparable(other)))
}

function comparable({ name, input, result }: Ran): object {
  return { name, input, output: result?.output ?? null }
}

// Names of fields: the packages write in one case what the wires have in another.

const NAMES: readonly (readonly [kept: string, wire: string])[] = [
  ['pageAge', 'page_age'],
  ['encryptedContent', 'encrypted_content'],
  ['retrievedAt', 'retrieved_at'],
  ['mediaType', 'media_type'],
  ['errorCode', 'error_code'],
  ['toolName', 'tool_name'],
  ['stopReason', 'stop_reason'],
  ['fileId', 'file_id'],
  ['containerId', 'container_id'],
]
const TO_WIRE = Object.fromEntries(NAMES)
const TO_PACKAGE = swapped(TO_WIRE)

function swapped(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([one, other]) => [other, one]))
}

function renamed(value: JsonValue, names: Readonly<Record<string, string>>): JsonValue {
  return mapObjects(value, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, inner]) => [Object.hasOwn(names, key) ? names[key] : key, inner]),
    ),
  )
}

function mapValue(output: ToolOutput, change: (value: JsonValue) => JsonValue): ToolOutput {
  return output.type === 'json' || output.type === 'error-json'
    ? { ...output, value: change(output.value) }
    : output
}

// Anthropic's: blocks that hold what the tool gave.

const SUBTOOL = /^(?:bash_|text_editor_)code_execution$/
const PROGRAMMATIC = 'programmatic-tool-call'
const FOUND = 'tool_search_tool_search_result'

const anthropic: PackageForm = {
  wire: ANTHROPIC,
  id: /^(?:srvtoolu|mcptoolu)_/,
  toWire({ name, input, result, options = {} }) {
    if (options.type === 'mcp-tool-use') return mcpToWire(name, input, result, options)
    const { type, ...rest } = input
    const isTyped = name === 'code_execution' && typeof type === 'string'
    const own = isTyped && SUBTOOL.test(type) ? type : name
    const told = result && jsonError(result.output)
    const output = told && mapValue(told, (value) => foundToWire(renamed(value, TO_WIRE)))
    if (output !== undefined && output.type !== 'json' && output.type !== 'error-json') return undefined
    return {
      name: own,
      input: isTyped ? rest : input,
      metadata: compact({ block: 'server_tool_use', form: type === PROGRAMMATIC ? PROGRAMMATIC : undefined }),
      result: output && {
        output,
        metadata: compact({
          block: blockOf(own, output.value),
          form: told === result?.output ? undefined : 'text',
          extra: callerIn(result?.options),
        }),
      },
    }
  },
  toPackage({ name, input, metadata, result }) {
    if (metadata?.block === 'mcp_tool_use') return mcpToPackage(name, input, result)
    const type = SUBTOOL.test(name) ? name : metadata?.form
    return {
      name: SUBTOOL.test(name) ? 'code_execution' : name,
      input: type === undefined ? input : { type, ...input },
      result: result && { output: keptOutputOf(result) },
    }
  },
}

/** Interfaces have errors as text. */
function jsonError(output: ToolOutput): ToolOutput {
  const value = output.type === 'error-text' ? tryParseJson(output.value) : undefined
  return isObject(value) ? { type: 'error-json', value } : output
}

function keptOutputOf({ output, metadata }: RanResult): ToolOutput {
  const kept = mapValue(output, (value) => renamed(foundToPackage(value), TO_PACKAGE))
  return kept.type === 'error-json' && metadata?.form === 'text'
    ? { type: 'error-text', value: stringifyJson(kept.value) }
    : kept
}

function callerIn({ caller }: JsonObject = {}): JsonObject | undefined {
  if (!isObject(caller)) return undefined
  const { toolId, ...rest } = caller
  return { caller: compact({ ...rest, tool_id: toolId }) }
}

/** A result block is mostly called after its tool; that of a tool's parts says itself whose it is. */
function blockOf(name: string, value: JsonValue): string {
  if (name.startsWith('tool_search_tool')) return 'tool_search_tool_result'
  const [, part = ''] = /^(bash_|text_editor_)?code_execution/.exec(stringOr(objectIn(value).type, '')) ?? []
  return name.endsWith('code_execution') ? `${part}code_execution_tool_result` : `${name}_tool_result`
}

function foundToWire(value: JsonValue): JsonValue {
  const isFound =
    isArray(value) && value.length > 0 && objectsIn(value).every(({ type }) => type === 'tool_reference')
  return isFound ? { type: FOUND, tool_references: value } : value
}

function foundToPackage(value: JsonValue): JsonValue {
  return isObject(value) && value.type === FOUND ? (value.tool_references ?? value) : value
}

function mcpToWire(name: string, input: JsonObject, result: RanResult | undefined, options: JsonObject): Ran {
  const { output } = result ?? {}
  const isList = (output?.type === 'json' || output?.type === 'error-json') && isArray(output.value)
  const texts = isList
    ? objectsIn(output.value).flatMap(({ text }) => (typeof text === 'string' ? text : []))
    : []
  const content: ToolOutput = { type: 'content', value: texts.map((text) => ({ type: 'text', text })) }
  return {
    name,
    input,
    metadata: { block: 'mcp_tool_use', extra: { server_name: options.serverName ?? '' } },
    result: output && { output: isList ? content : output, metadata: { block: 'mcp_tool_result' } },
  }
}

function mcpToPackage(name: string, input: JsonObject, result: RanResult | undefined): Ran {
  const { output } = result ?? {}
  if (output?.type !== 'content') return { name, input, result: output && { output } }
  return { name, input, result: { output: { type: 'json', value: asJson(output.value) } } }
}

// OpenAI's: items that hold both.

const COMPLETED: JsonObject = { status: 'completed' }
const NOTHING: RanResult = { output: { type: 'text', value: '' }, metadata: { form: 'none' } }
const ACTIONS: Readonly<Record<string, string>> = { openPage: 'open_page', findInPage: 'find_in_page' }

/** @param read what the package keeps as the result: gives the input of the item, and the result in it. */
function openai(
  id: RegExp,
  type: string,
  read: (value: JsonObject, ran: Ran) => Ran | undefined,
  write: (ran: Ran) => Ran | undefined,
): PackageForm {
  return {
    wire: OPENAI,
    id,
    toWire(ran) {
      const output = ran.result?.output
      const own = output?.type === 'json' && isObject(output.value) ? read(output.value, ran) : undefined
      return own && { ...own, metadata: { type, extra: COMPLETED, ...own.metadata } }
    },
    toPackage: write,
  }
}

function json(value: JsonValue): RanResult {
  return { output: { type: 'json', value } }
}

const webSearch = openai(
  /^ws_/,
  'web_search_call',
  ({ action, sources }, { name }) => {
    const { type = '', ...rest } = objectIn(action)
    const own = typeof type === 'string' ? (ACTIONS[type] ?? type) : type
    const input = isObject(action) ? { type: own, ...rest } : {}
    return { name, input: compact({ ...input, sources }), result: NOTHING }
  },
  ({ name, input: { sources, type, ...rest } }) => {
    const kept = Object.keys(ACTIONS).find((word) => ACTIONS[word] === type) ?? type
    const action = kept === undefined ? undefined : { type: kept, ...rest }
    return { name, input: {}, result: json(compact({ action, sources })) }
  },
)

const codeInterpreter = openai(
  /^ci_/,
  'code_interpreter_call',
  ({ outputs = null }, { name, input: { code = null, containerId = null } }) => ({
    name,
    input: { code, container_id: containerId },
    result: isArray(outputs)
      ? { output: { type: 'content', value: outputs.map(codeOutput) }, metadata: {} }
      : NOTHING,
  }),
  ({ name, input: { code = null, container_id: containerId = null }, result }) => {
    const outputs = result?.output.type === 'content' ? result.output.value.map(keptOutput) : null
    return { name, input: { code, containerId }, result: json({ outputs }) }
  },
)

function codeOutput(value: JsonValue): ResultPart {
  const { type, logs, url, ...rest } = objectIn(value)
  const isPlain = Object.keys(rest).length === 0
  if (isPlain && type === 'logs' && typeof logs === 'string' && url === undefined)
    return { type: 'text', text: logs }
  if (isPlain && type === 'image' && typeof url === 'string' && logs === undefined)
    return { type: 'media', kind: 'image', source: { type: 'url', url } }
  return { type: 'opaque', wire: OPENAI, value }
}

function keptOutput(part: ResultPart): JsonValue {
  if (part.type === 'text') return { type: 'logs', logs: part.text }
  if (part.type === 'opaque') return part.value
  return { type: 'image', url: part.source.type === 'url' ? part.source.url : '' }
}

const fileSearch = openai(
  /^fs_/,
  'file_search_call',
  ({ queries = [], results = null }, { name }) => ({
    name,
    input: { queries },
    result: isArray(results) ? { ...json(renamed(results, TO_WIRE)), metadata: {} } : NOTHING,
  }),
  ({ name, input: { queries = [] }, result }) => {
    const results = result?.output.type === 'json' ? renamed(result.output.value, TO_PACKAGE) : null
    return { name, input: {}, result: json({ queries, results }) }
  },
)

const imageGeneration = openai(
  /^ig_/,
  'image_generation_call',
  ({ result: data = '' }, { name }) => ({
    name,
    input: {},
    result: {
      output: {
        type: 'content',
        value: [
          {
            type: 'media',
            kind: 'image',
            mediaType: 'image/png',
            source: { type: 'data', data: stringOr(data, '') },
          },
        ],
      },
      metadata: {},
    },
  }),
  ({ name, result }) => {
    const [image] = result?.output.type === 'content' ? result.output.value : []
    const data = image?.type === 'media' && image.source.type === 'data' ? image.source.data : ''
    return { name, input: {}, result: json({ result: data }) }
  },
)

const mcp = openai(
  /^mcp_/,
  'mcp_call',
  ({ serverLabel = '', name = '', arguments: text = '', output, error }, { input }) => {
    const status = error === undefined ? 'completed' : 'failed'
    const said: ToolOutput =
      error === undefined
        ? { type: 'text', value: stringOr(output, '') }
        : typeof error === 'string'
          ? { type: 'error-text', value: error }
          : { type: 'error-json', value: error }
    const metadata = { extra: { status, server_label: serverLabel } }
    const result = { output: said, metadata: {} }
    return { name: stringOr(name, ''), input, text: stringOr(text, undefined), metadata, result }
  },
  ({ name, input, text, metadata, result }) => {
    const { server_label: serverLabel = '' } = objectIn(metadata?.extra)
    const { output } = result ?? {}
    const isText = output?.type === 'text'
    const value = compact({
      type: 'call',
      serverLabel,
      name,
      arguments: text ?? stringifyJson(input),
      output: isText ? output.value : undefined,
      error: output?.type === 'error-text' || output?.type === 'error-json' ? output.value : undefined,
    })
    return { name: `mcp.${name}`, input, result: json(value) }
  },
)

// Those of OpenAI's whose results are items of their own.

const SHELL_NAMES = { timeoutMs: 'timeout_ms', maxOutputLength: 'max_output_length', exitCode: 'exit_code' }
const SHELL_PACKAGE_NAMES = swapped(SHELL_NAMES)

const shell: PackageForm = {
  wire: OPENAI,
  id: /^call_/,
  toWire({ name, input: { action }, result }) {
    const { maxOutputLength, output } = valueIn(result)
    if (!isObject(action) || !isArray(action.commands) || (result && !isArray(output))) return undefined
    const extra = maxOutputLength === undefined ? undefined : { max_output_length: maxOutputLength }
    return {
      name,
      input: objectIn(renamed(action, SHELL_NAMES)),
      metadata: { type: 'shell_call', extra: COMPLETED },
      result: isArray(output)
        ? {
            ...json(renamed(output, SHELL_NAMES)),
            metadata: compact({ type: 'shell_call_output', extra }),
          }
        : undefined,
    }
  },
  toPackage({ name, input, metadata, result }) {
    if (metadata?.type !== 'shell_call') return undefined
    const { max_output_length: maxOutputLength } = objectIn(result?.metadata?.extra)
    const output = result?.output.type === 'json' ? renamed(result.output.value, SHELL_PACKAGE_NAMES) : []
    const action = renamed(input, SHELL_PACKAGE_NAMES)
    return { name, input: { action }, result: result && json(compact({ maxOutputLength, output })) }
  },
}

const ON_SERVER: JsonObject = { execution: 'server', call_id: null, ...COMPLETED }

const toolSearch: PackageForm = {
  wire: OPENAI,
  id: /^tsc_/,
  toWire({ name, input, result }) {
    const { tools } = valueIn(result)
    if (!isObject(input.arguments) || input.call_id !== null || (result && !isArray(tools))) return undefined
    const extra = compact({ id: stringOr(result?.options?.itemId, undefined), ...ON_SERVER })
    return {
      name,
      input: input.arguments,
      metadata: { type: 'tool_search_call', pairedBy: 'id', extra: ON_SERVER },
      result: isArray(tools)
        ? { ...json(tools), metadata: { type: 'tool_search_output', pairedBy: 'none', extra } }
        : undefined,
    }
  },
  toPackage({ name, input, metadata, result }) {
    if (metadata?.type !== 'tool_search_call') return undefined
    const tools = result?.output.type === 'json' ? result.output.value : []
    return { name, input: { arguments: input, call_id: null }, result: result && json({ tools }) }
  },
}

const program: PackageForm = {
  wire: OPENAI,
  id: /^call_/,
  toWire({ name, input: { code, fingerprint }, result }) {
    const { result: value, status } = valueIn(result)
    if (typeof code !== 'string' || fingerprint === undefined || (result && typeof value !== 'string'))
      return undefined
    const extra = compact({ id: stringOr(result?.options?.itemId, undefined), status })
    return {
      name,
      input: { code },
      metadata: { type: 'program', extra: { fingerprint } },
      result: result && {
        output: { type: 'text', value: stringOr(value, '') },
        metadata: { type: 'program_output', extra },
      },
    }
  },
  toPackage({ name, input: { code = '' }, metadata, result }) {
    if (metadata?.type !== 'program') return undefined
    const { fingerprint } = objectIn(metadata.extra)
    const { status } = objectIn(result?.metadata?.extra)
    const value = result?.output.type === 'text' ? result.output.value : ''
    return {
      name,
      input: compact({ code, fingerprint }),
      result: result && json(compact({ result: value, status })),
    }
  },
}

/** What the package keeps as the result, where that is an object. */
function valueIn(result: RanResult | undefined): JsonObject {
  return result?.output.type === 'json' ? objectIn(result.output.value) : {}
}

// Google's: parts. Ids of code are the package's own.

const SERVER = 'server:'
const CODE_WORKED = 'OUTCOME_OK'

const googleCode: PackageForm = {
  wire: GOOGLE,
  id: /^/,
  toWire({ name, input, result }) {
    const { outcome, output } = valueIn(result)
    const isCode = typeof input.code === 'string' && typeof input.language === 'string'
    if (!isCode || (result && (typeof outcome !== 'string' || typeof output !== 'string'))) return undefined
    const type = outcome === CODE_WORKED ? 'text' : 'error-text'
    return {
      name,
      input,
      metadata: { part: 'executableCode', id: null },
      result: result && {
        output: { type, value: stringOr(output, '') },
        metadata: compact({ part: 'codeExecutionResult', outcome, id: null }),
      },
    }
  },
  toPackage({ name, input, metadata, result }) {
    if (metadata?.part !== 'executableCode') return undefined
    const { output, metadata: own } = result ?? {}
    const isText = output?.type === 'text' || output?.type === 'error-text'
    return {
      name,
      input,
      result: result && json({ outcome: own?.outcome ?? '', output: isText ? output.value : '' }),
    }
  },
}

const googleTool: PackageForm = {
  wire: GOOGLE,
  id: /^/,
  toWire({ name, input, result, options = {} }) {
    const { serverToolType: type } = options
    if (typeof type !== 'string' || name !== `${SERVER}${type}`) return undefined
    if (result !== undefined && result.output.type !== 'json') return undefined
    const signature = stringOr(result?.options?.thoughtSignature, undefined)
    return {
      name: type,
      input,
      metadata: { part: 'toolCall' },
      result: result && { output: result.output, metadata: compact({ part: 'toolResponse', signature }) },
    }
  },
  toPackage({ name, input, metadata, result }) {
    if (metadata?.part !== 'toolCall') return undefined
    return { name: `${SERVER}${name}`, input, result: result && { output: result.output } }
  },
}

const FORMS: readonly PackageForm[] = [
  anthropic,
  webSearch,
  codeInterpreter,
  fileSearch,
  imageGeneration,
  mcp,
  shell,
  toolSearch,
  program,
  googleTool,
  googleCode,
]
