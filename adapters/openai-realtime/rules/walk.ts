import type { JsonValue } from '../../../src/base/json/json-types.js'
import { isArray } from '../../../src/base/json/read-json.js'
import {
  type Found,
  fieldText,
  isOf,
  listAt,
  listIn,
  objectAt,
  those,
  typeOf,
  within,
} from '../../../src/translate/lint/found.js'

export const eventsOf = listIn('clientEvents')
export const creates = those(eventsOf, isOf('conversation.item.create'))
export const itemsOf = within(creates, objectAt('item'))
export const sessionsOf = within(those(eventsOf, isOf('session.update')), objectAt('session'))
export const responseRequests = those(eventsOf, isOf('response.create'))
export const responsesOf = within(responseRequests, objectAt('response'))
export const nativeCallsOf = those(itemsOf, isOf('function_call'))
export const outputsOf = those(itemsOf, isOf('function_call_output'))
export const messagesOf = those(itemsOf, isMessage)
export const partsOf = within(messagesOf, listAt('content'))
export const toolsOf = within((request) => [...sessionsOf(request), ...responsesOf(request)], listAt('tools'))
export const functionsOf = those(toolsOf, isOf('function'))

function isMessage(item: Found): boolean {
  return typeOf(item) === 'message' || (typeOf(item) === '' && isArray(item.value.content))
}

/** Returns the id of a call, or the id of the call that an output answers. */
export function callIdOf(item: Found): string {
  return fieldText(item, 'call_id')
}

/**
 * Returns true if an event lets the model answer. The calls of that answer are not in the client's events.
 */
export function givesTurn({ value }: Found): boolean {
  return MODEL_TURNS.has(value.type)
}

const MODEL_TURNS: ReadonlySet<JsonValue | undefined> = new Set([
  'response.create',
  'input_audio_buffer.append',
  'input_audio_buffer.commit',
])
