import { storedTurnsAmong } from '../../../src/fit/turns.js'
import { isArray, isObject, stringOr } from '../../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../../src/json/types.js'
import { type Found, objectsOf } from '../../../src/schema/walk.js'
import { limits } from '../limits.js'
import { ANSWERS, callItem, isProviderExecuted, isResultItem } from '../maps.js'

export { type Found, objectsOf } from '../../../src/schema/walk.js'

export function itemsOf(request: JsonObject): Found[] {
  return objectsOf(request.input, '/input')
}

export function typeOf({ value }: Found): string {
  return stringOr(value.type, '')
}

export function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function isMessage(item: Found): boolean {
  const type = typeOf(item)
  return type === 'message' || (type === '' && typeof item.value.role === 'string')
}

/** Calls that the client has to answer. */
export function isCallToAnswer(item: Found): boolean {
  const type = typeOf(item)
  const spec = callItem(type)
  return spec !== undefined && ANSWERS.has(type) && !isProviderExecuted(type, item.value, spec)
}

export function isOutput(item: Found): boolean {
  return isResultItem(typeOf(item))
}

/** Whether an item is the model's: a message of it, reasoning, a call. */
export function isModelItem(item: Found): boolean {
  return isMessage(item) ? item.value.role === 'assistant' : !isOutput(item) && item.value.role === undefined
}

/** Whether the server holds the turns before these items. */
export function continuesStored(request: JsonObject): boolean {
  return storedTurnsAmong([request], limits) !== undefined
}

/** Whether the calls that outputs answer may be known to the server only. */
export function hasStoredHistory(request: JsonObject): boolean {
  return continuesStored(request) || itemsOf(request).some(isReference)
}

export function isReference(item: Found): boolean {
  return typeOf(item) === 'item_reference'
}

/** Every tool definition: declared ones and those that items of the history bring along. */
export function toolsOf(request: JsonObject): Found[] {
  return objectsOf(request.tools, '/tools')
}

export function toolsInHistory(request: JsonObject): Found[] {
  return itemsOf(request).flatMap(({ value, path }) =>
    value.type === 'additional_tools' || value.type === 'tool_search_output'
      ? objectsOf(value.tools, `${path}/tools`)
      : [],
  )
}

/** Functions and custom tools, those inside namespaces included. */
export function namedTools(tools: readonly Found[]): Found[] {
  return tools.flatMap((tool) => {
    const type = typeOf(tool)
    if (type === 'namespace') return namedTools(objectsOf(tool.value.tools, `${tool.path}/tools`))
    return type === 'function' || type === 'custom' ? [tool] : []
  })
}

export function functionsOf(request: JsonObject): Found[] {
  return namedTools(toolsOf(request)).filter((tool) => typeOf(tool) === 'function')
}

/** Content parts of messages and of outputs. */
export function contentOf({ value, path }: Found): Found[] {
  if (isArray(value.content)) return objectsOf(value.content, `${path}/content`)
  if (isObject(value.output)) return [{ value: value.output, path: `${path}/output` }]
  return objectsOf(value.output, `${path}/output`)
}
