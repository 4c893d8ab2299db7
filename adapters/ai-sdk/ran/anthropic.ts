import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { tryParseJson } from '../../../src/base/json/parse.js'
import { asJson, isArray, isObject, objectIn, objectsIn, stringOr } from '../../../src/base/json/read-json.js'
import { compact, stringifyJson } from '../../../src/base/json/write-json.js'
import type { ToolOutput } from '../../../src/base/model/types.js'
import { ANTHROPIC } from '../packages.js'
import {
  mapValue,
  type PackageForm,
  type Ran,
  type RanResult,
  renamed,
  TO_PACKAGE,
  TO_WIRE,
} from './package-form.js'

// Anthropic: blocks that contain the tool's output.

const SUBTOOL = /^(?:bash_|text_editor_)code_execution$/
const PROGRAMMATIC = 'programmatic-tool-call'
const FOUND = 'tool_search_tool_search_result'

export const anthropic: PackageForm = {
  wire: ANTHROPIC.wire,
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

/** Parses an error, since UI messages contain errors as text. */
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

/**
 * Returns the type of a result block. It usually follows the tool name; results of code execution's subtools
 * contain their own type.
 */
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
