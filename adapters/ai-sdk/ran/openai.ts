import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isArray, isObject, objectIn, stringOr } from '../../../src/base/json/read-json.js'
import { compact, stringifyJson } from '../../../src/base/json/write-json.js'
import type { ResultPart, ToolOutput } from '../../../src/base/model/types.js'
import { OPENAI } from '../packages.js'
import {
  jsonResult,
  type PackageForm,
  type Ran,
  type RanResult,
  renamed,
  swapped,
  TO_PACKAGE,
  TO_WIRE,
  valueIn,
} from './package-form.js'

// OpenAI: items that contain both call and result.

const COMPLETED: JsonObject = { status: 'completed' }
const NOTHING: RanResult = { output: { type: 'text', value: '' }, metadata: { form: 'none' } }
const ACTIONS: Readonly<Record<string, string>> = { openPage: 'open_page', findInPage: 'find_in_page' }

/**
 * Creates the form of a tool that OpenAI's package runs.
 * @param read converts the package's result to the input and result of the item.
 */
function openai(
  id: RegExp,
  type: string,
  read: (value: JsonObject, ran: Ran) => Ran | undefined,
  write: (ran: Ran) => Ran | undefined,
): PackageForm {
  return {
    wire: OPENAI.wire,
    id,
    toWire(ran) {
      const output = ran.result?.output
      const own = output?.type === 'json' && isObject(output.value) ? read(output.value, ran) : undefined
      return own && { ...own, metadata: { type, extra: COMPLETED, ...own.metadata } }
    },
    toPackage: write,
  }
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
    return { name, input: {}, result: jsonResult(compact({ action, sources })) }
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
    return { name, input: { code, containerId }, result: jsonResult({ outputs }) }
  },
)

function codeOutput(value: JsonValue): ResultPart {
  const { type, logs, url, ...rest } = objectIn(value)
  const isPlain = Object.keys(rest).length === 0
  if (isPlain && type === 'logs' && typeof logs === 'string' && url === undefined)
    return { type: 'text', text: logs }
  if (isPlain && type === 'image' && typeof url === 'string' && logs === undefined)
    return { type: 'media', kind: 'image', source: { type: 'url', url } }
  return { type: 'opaque', wire: OPENAI.wire, value }
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
    result: isArray(results) ? { ...jsonResult(renamed(results, TO_WIRE)), metadata: {} } : NOTHING,
  }),
  ({ name, input: { queries = [] }, result }) => {
    const results = result?.output.type === 'json' ? renamed(result.output.value, TO_PACKAGE) : null
    return { name, input: {}, result: jsonResult({ queries, results }) }
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
    return { name, input: {}, result: jsonResult({ result: data }) }
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
    return { name: `mcp.${name}`, input, result: jsonResult(value) }
  },
)

// OpenAI: tools with separate items for results.

const SHELL_NAMES = { timeoutMs: 'timeout_ms', maxOutputLength: 'max_output_length', exitCode: 'exit_code' }
const SHELL_PACKAGE_NAMES = swapped(SHELL_NAMES)

const shell: PackageForm = {
  wire: OPENAI.wire,
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
            ...jsonResult(renamed(output, SHELL_NAMES)),
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
    return { name, input: { action }, result: result && jsonResult(compact({ maxOutputLength, output })) }
  },
}

const ON_SERVER: JsonObject = { execution: 'server', call_id: null, ...COMPLETED }

const toolSearch: PackageForm = {
  wire: OPENAI.wire,
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
        ? { ...jsonResult(tools), metadata: { type: 'tool_search_output', pairedBy: 'none', extra } }
        : undefined,
    }
  },
  toPackage({ name, input, metadata, result }) {
    if (metadata?.type !== 'tool_search_call') return undefined
    const tools = result?.output.type === 'json' ? result.output.value : []
    return { name, input: { arguments: input, call_id: null }, result: result && jsonResult({ tools }) }
  },
}

const program: PackageForm = {
  wire: OPENAI.wire,
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
      result: result && jsonResult(compact({ result: value, status })),
    }
  },
}

/** The forms of OpenAI's package, in the order in which they are tried. */
export const openaiForms: readonly PackageForm[] = [
  webSearch,
  codeInterpreter,
  fileSearch,
  imageGeneration,
  mcp,
  shell,
  toolSearch,
  program,
]
