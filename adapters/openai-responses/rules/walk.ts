import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isArray, isObject } from '../../../src/base/json/read-json.js'
import { storedTurnsAmong } from '../../../src/translate/fit/turns.js'
import {
  type Found,
  isOf,
  listAt,
  listIn,
  objectAt,
  those,
  typeOf,
  within,
} from '../../../src/translate/lint/found.js'
import { limits } from '../limits.js'
import { callItem, isProviderExecuted, isResultItem } from '../maps.js'

export const itemsOf = listIn('input')
export const toolsOf = listIn('tools')
export const isReference = isOf('item_reference')

export function isMessage(item: Found): boolean {
  const type = typeOf(item)
  return type === 'message' || (type === '' && typeof item.value.role === 'string')
}

/** Returns true for calls that the client has to answer. */
export function isAnswerableCall(item: Found): boolean {
  const spec = callItem(typeOf(item))
  return spec?.answer !== undefined && !isProviderExecuted(spec, item.value)
}

export function isOutput(item: Found): boolean {
  return isResultItem(typeOf(item))
}

/** Returns true for an item of the model: a message, reasoning or a call. */
export function isModelItem(item: Found): boolean {
  return isMessage(item) ? item.value.role === 'assistant' : !isOutput(item) && item.value.role === undefined
}

/** Returns true if the server stores the turns before these items. */
export function continuesStored(request: JsonObject): boolean {
  return storedTurnsAmong([request], limits) !== undefined
}

/** Returns true if the answered calls may be stored on the server only. */
export function hasStoredHistory(request: JsonObject): boolean {
  return continuesStored(request) || itemsOf(request).some(isReference)
}

/** Tool definitions in items of the history. */
export const toolsInHistory = within(
  those(itemsOf, isOf('additional_tools', 'tool_search_output')),
  listAt('tools'),
)

/** Returns functions and custom tools, including those inside namespaces. */
export function namedTools(tools: readonly Found[]): Found[] {
  return tools.flatMap((tool) => {
    if (typeOf(tool) === 'namespace') return namedTools(listAt('tools')(tool))
    return isOf('function', 'custom')(tool) ? [tool] : []
  })
}

export function functionsOf(request: JsonObject): Found[] {
  return namedTools(toolsOf(request)).filter(isOf('function'))
}

/** Returns the content parts of messages and of outputs. */
export function contentOf(item: Found): Found[] {
  if (isArray(item.value.content)) return listAt('content')(item)
  return isObject(item.value.output) ? objectAt('output')(item) : listAt('output')(item)
}
