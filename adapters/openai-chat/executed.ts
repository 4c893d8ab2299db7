import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import {
  decodeArgumentText,
  decodeArgumentValue,
  encodeArgumentText,
} from '../../src/base/model/arguments.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { OpaquePart, ToolCall, ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { callOf, resultOf } from '../../src/codec/shape/call-codec.js'
import { type Fields, metadataFor, type ReadFields, withExtras } from '../../src/codec/shape/fields.js'
import { outputText } from '../../src/codec/shape/results.js'
import { argumentForm, bareValue, mintCallId } from './calls.js'
import type { ChatContext, MessageSite } from './dialect.js'
import { executedToolKind, type VendorToolKind } from './maps.js'
import { EXECUTED_TOOLS } from './quirks.js'
import { mergeField } from './stream/merge.js'
import type { DeltaReader, StreamParts } from './stream/reader.js'

/**
 * Decodes the tools that Groq's compound models ran, each with its output.
 * https://console.groq.com/docs/compound
 */
export function decodeExecutedTools(
  native: JsonObject,
  taken: ReadFields,
  site: MessageSite,
): (ToolCall | ToolResult | OpaquePart)[] {
  const tools = native[EXECUTED_TOOLS]
  if (!isArray(tools) || tools.length === 0) return []
  taken[EXECUTED_TOOLS] = 'any'
  return tools.flatMap((tool, position) => decodeExecutedTool(tool, position, site))
}

function executedId(place: string, position: number): string {
  return mintCallId(place, `${EXECUTED_TOOLS}/${position}`)
}

/** Returns the name to show. MCP tools have a name next to the type. */
function executedName(tool: JsonObject): string {
  const name = stringOr(tool.name, '')
  return name === '' ? stringOr(tool.type, '') : name
}

const FIELDS: Fields = { arguments: 'any', output: 'any' }

/** Decodes the call and, after the tool has run, its result. */
function decodeExecutedTool(
  native: JsonValue,
  position: number,
  site: MessageSite,
): (ToolCall | ToolResult | OpaquePart)[] {
  if (!isObject(native)) return [opaque({ [EXECUTED_TOOLS]: [native] }, site.context)]
  const path = `${site.path}/${EXECUTED_TOOLS}/${position}`
  const id = executedId(site.place, position)
  const name = executedName(native)
  const text = native.arguments
  const ids = { id, minted: true } as const
  const decoded =
    typeof text === 'string'
      ? decodeArgumentText(text, site.cut === 'broken', { ...site.context, path: `${path}/arguments` })
      : decodeArgumentValue(text, { ...site.context, path: `${path}/arguments` })
  const providerMetadata = metadataFor(native, FIELDS, site.context, {
    field: EXECUTED_TOOLS,
    form: argumentForm(text),
    side: site.side === 'request' ? site.side : undefined,
  })
  const facts = { kind: executedKind(native), providerExecuted: true, providerMetadata }
  const call = callOf(ids, name, decoded, facts)
  const { output: value = null } = native
  if (value === null) return [call]
  const output: ToolOutput = typeof value === 'string' ? { type: 'text', value } : { type: 'json', value }
  return [call, resultOf(ids, { name, output, isError: false, providerExecuted: true }, undefined)]
}

function executedKind(tool: JsonObject): VendorToolKind {
  return executedToolKind(stringOr(tool.type, ''))
}

export function isExecutedTool(call: ToolCall, context: ChatContext): boolean {
  return call.providerExecuted && metadataOf(call, context)?.field === EXECUTED_TOOLS
}

/**
 * Returns true if the call may be sent in a request. Groq answers with executed tools, but Groq's request
 * type has no field for them, and Groq rejects unknown fields (https://github.com/karthink/gptel/issues/774).
 * Tools from a request are sent back in it.
 */
export function isSentBack(call: ToolCall, context: ChatContext): boolean {
  return metadataOf(call, context)?.side === 'request'
}

export function encodeExecutedTool(
  call: ToolCall,
  result: ToolResult | undefined,
  context: ChatContext,
): JsonObject {
  const metadata = metadataOf(call, context)
  const none = metadata?.form === 'none' && Object.keys(call.arguments ?? {}).length === 0
  const value = metadata?.form === 'object' ? (call.arguments ?? bareValue(call)) : encodeArgumentText(call)
  return withExtras({ arguments: none ? undefined : value, output: result && encodeOutput(result) }, metadata)
}

function encodeOutput({ output }: ToolResult): JsonValue {
  return output.type === 'json' || output.type === 'error-json' ? output.value : outputText(output)
}

interface RunningTool {
  native: JsonObject
  readonly id: string
  readonly position: number
  done: boolean
}

/**
 * Reads executed tools. Groq sends each tool twice under one index: at its start, and again with its output.
 */
export class StreamedTools implements DeltaReader {
  readonly fields = [EXECUTED_TOOLS]
  readonly #tools: RunningTool[] = []

  constructor(private readonly stream: StreamParts) {}

  read({ [EXECUTED_TOOLS]: list }: JsonObject): void {
    if (!isArray(list)) mergeField(this.stream.message, EXECUTED_TOOLS, list)
    else for (const native of list) if (isObject(native)) this.#readTool(native)
  }

  #readTool(native: JsonObject): void {
    const known = this.#tools.find((each) => !each.done && each.native.index === native.index)
    const tool = known ?? this.#open(native)
    tool.native = { ...tool.native, ...native }
    if ((tool.native.output ?? null) !== null) this.#close(tool)
  }

  /** Closes the tools without an output. */
  end(): void {
    for (const tool of this.#tools) if (!tool.done) this.#close(tool)
  }

  #open(native: JsonObject): RunningTool {
    const position = this.#tools.length
    const id = executedId(this.stream.site().place, position)
    const tool = { native, id, position, done: false }
    this.#tools.push(tool)
    const kind = executedKind(native)
    this.stream.sink.emit({
      type: 'tool-input-start',
      id,
      name: executedName(native),
      kind,
      providerExecuted: true,
    })
    return tool
  }

  #close(tool: RunningTool): void {
    tool.done = true
    const { id, native, position } = tool
    const text = stringOr(native.arguments, '')
    if (text !== '') this.stream.sink.emit({ type: 'tool-input-delta', id, delta: text })
    this.stream.sink.emit({ type: 'tool-input-end', id })
    for (const part of decodeExecutedTool(native, position, this.stream.site())) {
      if (part.type === 'tool-call') this.stream.sink.emit({ type: 'tool-call', call: part })
      else if (part.type === 'tool-result') this.stream.sink.emit({ type: 'tool-result', result: part })
    }
  }
}
