import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, asJson, isArray, isObject, objectsIn, wrongType } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { isVendorTool } from '../../src/base/model/calls-to-answer.js'
import { FOUND_TOOL } from '../../src/base/model/constants.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, wireMetadata, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Message, ToolDefinition } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  absentFields,
  extraFields,
  type Fields,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { isServerSearch } from './maps.js'
import { decodeItems, instructionsMessage, messages } from './messages.js'
import { INCLUDED_LOGPROBS, NEGLIGIBLE, SETTINGS } from './settings.js'
import { decodeEntry, decodeTools, encodeTools, toolChoices } from './tools.js'

/** Fields of a request other than settings, which have a separate table. Other fields stay in `extra`. */
const FIELDS: Fields = { instructions: 'string', input: 'any', tool_choice: 'any' }
const LOGPROBS = 'message.output_text.logprobs'
const TOOLS: Fields = { tools: 'array' }

function decode(request: JsonObject, context: Context): Conversation {
  const { tool_choice: choice } = request
  const declared = isArray(request.tools)
    ? decodeTools(request.tools, { ...context, path: '/tools' })
    : undefined
  const added = toolsAddedInHistory(request.input, declared ?? [], context)
  const settings = decodeSettings(unfoldInclude(request), SETTINGS, NEGLIGIBLE)
  const extra = extraFields(settings.rest, FIELDS, declared?.length ? TOOLS : undefined)
  return compact({
    ...settings.values,
    messages: decodeHistory(request, context),
    tools: declared === undefined && added.length === 0 ? undefined : [...(declared ?? []), ...added],
    toolChoice:
      choice === undefined || choice === null
        ? undefined
        : toolChoices(declared, true).decodeChoice(choice, context),
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      form: typeof request.input === 'string' ? 'text' : undefined,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      absent: absentFields(request, FIELDS, ['input']),
    }),
  })
}

function decodeHistory(request: JsonObject, context: Context): Message[] {
  const { input, instructions } = request
  const leading = typeof instructions === 'string' ? [instructionsMessage(instructions, context)] : []
  if (typeof input === 'string') return [...leading, { role: 'user', parts: [{ type: 'text', text: input }] }]
  if (input === undefined || input === null) return leading
  if (!isArray(input)) throw wrongType('a string or an array', input, '/input')
  return [...leading, ...decodeItems(input, { ...context, path: '/input' })]
}

/**
 * Returns tools that items of the history make available (`additional_tools`, the outputs of tool searches).
 * Other wires need these tools in the tool list. For this wire the tools are marked, because their items are
 * still in the history.
 */
function toolsAddedInHistory(
  input: JsonValue | undefined,
  declared: readonly ToolDefinition[],
  context: Context,
): ToolDefinition[] {
  const names = new Set(declared.map(fullName))
  const added: ToolDefinition[] = []
  for (const item of objectsIn(input)) {
    if (item.type !== 'additional_tools' && item.type !== 'tool_search_output') continue
    for (const tool of objectsIn(item.tools).flatMap((native) => decodeEntry(native, context))) {
      if (isVendorTool(tool) || names.has(fullName(tool))) continue
      names.add(fullName(tool))
      added.push(withMetadata(tool, { ...metadataOf(tool, context), added: howAdded(item) }, context))
    }
  }
  return added
}

/**
 * Returns the mark of an added tool. Tools found by a client's search may be loaded at the position of the
 * search.
 */
function howAdded(item: JsonObject): true | typeof FOUND_TOOL {
  return item.type === 'tool_search_output' && !isServerSearch(item) ? FOUND_TOOL : true
}

function fullName(tool: ToolDefinition): string {
  const { name } = tool
  return isVendorTool(tool) || tool.namespace === undefined ? name : `${tool.namespace.name}\n${name}`
}

/**
 * Encodes the tools to declare. Tools that an item of the history still contains unchanged are not declared
 * again.
 */
function encodeDeclared(
  tools: readonly ToolDefinition[],
  input: JsonArray,
  context: Context,
): JsonArray | undefined {
  const marked = tools.filter((tool) => !isVendorTool(tool) && metadataOf(tool, context)?.added !== undefined)
  if (marked.length === 0) return encodeTools(tools, context)
  const inHistory = toolsAddedInHistory(input, [], context)
  const isLeft = (tool: ToolDefinition) =>
    marked.includes(tool) && inHistory.some((other) => equalJson(asJson(tool), asJson(other)))
  const fresh = tools.filter((tool) => !isLeft(tool))
  return fresh.length === 0 ? undefined : encodeTools(fresh, context)
}

function encode(conversation: Conversation, context: Context): JsonObject {
  const own = metadataOf(conversation, context)
  const encoded = messages.encode(conversation.messages, context)
  const { tools, toolChoice } = conversation
  const request = withExtras(
    {
      ...encodeSettings(conversation, SETTINGS, own, context),
      instructions: encoded.system,
      input: encoded.messages.length === 0 ? undefined : encodeInput(encoded.messages, own),
      tools: tools && encodeDeclared(tools, encoded.messages, context),
      tool_choice: toolChoice && toolChoices(tools).encodeChoice(toolChoice, context),
    },
    own,
    { input: [] },
  )
  return foldInclude(request)
}

/**
 * Converts one entry of the list `include` into a separate field while settings are decoded and encoded. Only
 * the last entry is converted, since it is written back to the end of the list.
 */
function unfoldInclude(request: JsonObject): JsonObject {
  const { include, ...others } = request
  if (!isArray(include) || include.indexOf(LOGPROBS) !== include.length - 1 || include.length === 0)
    return request
  const rest = include.slice(0, -1)
  return { ...others, ...(rest.length > 0 && { include: rest }), [INCLUDED_LOGPROBS]: true }
}

function foldInclude({ [INCLUDED_LOGPROBS]: isIncluded, ...request }: JsonObject): JsonObject {
  if (isIncluded !== true) return request
  return { ...request, include: [...arrayOr(request.include, []), LOGPROBS] }
}

function encodeInput(items: JsonArray, own: OwnMetadata | undefined): JsonValue {
  if (items.length === 0 && isObject(own?.extra) && own.extra.input === null) return null
  const asText = own?.form === 'text'
  const [only] = items
  const isText = isObject(only) && only.role === 'user' && typeof only.content === 'string'
  return asText && items.length === 1 && isText && Object.keys(only).length === 2
    ? (only.content ?? '')
    : items
}

export const request: RequestCodec = { decode, encode }
