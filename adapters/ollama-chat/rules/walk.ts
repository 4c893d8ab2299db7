import { isArray } from '../../../src/base/json/read-json.js'
import { append } from '../../../src/base/json/write-json.js'
import {
  type Found,
  fieldText,
  listAt,
  listIn,
  objectAt,
  those,
  within,
} from '../../../src/translate/lint/found.js'
import { remembered } from '../../../src/translate/lint/remembered.js'
import {
  type MessageView,
  type PartView,
  type RequestView,
  type TextAt,
  type TurnView,
  textAt,
} from '../../../src/translate/lint/view.js'

/**
 * Helpers for rules. They accept any JSON, well-formed or not, and return lists of values with their paths.
 */
export const messagesOf = listIn('messages')
export const nativeCallsOf = within(messagesOf, listAt('tool_calls'))
export const calledOf = within(nativeCallsOf, objectAt('function'))
export const functionsOf = within(listIn('tools'), objectAt('function'))
export const resultsOf = those(messagesOf, (message) => lowerCaseRole(message) === 'tool')

/** Returns the role of a message in lower case. The server reads roles in any case. */
export function lowerCaseRole(message: Found): string {
  return fieldText(message, 'role').toLowerCase()
}

export const viewOf = remembered((request): RequestView => {
  const messages = messagesOf(request).map((message) => ({
    role: lowerCaseRole(message),
    path: message.path,
    isEmpty: false,
    parts: partsOf(message),
  }))
  return {
    messages,
    turns: turnsOf(messages),
    instructions: [],
    tools: functionsOf(request).map((tool) => ({ path: tool.path, name: textAt(tool, 'name'), isOwn: true })),
    otherNames: resultsOf(request).map((result): TextAt => textAt(result, 'tool_name')),
  }
})

/**
 * Returns calls with the results directly after them, beginning with the results that do not follow an
 * answer.
 */
function turnsOf(messages: readonly MessageView[]): TurnView[] {
  const strays: PartView[] = []
  const turns: TurnView[] = [{ isModels: false, parts: strays }]
  let results = strays
  for (const { role, parts } of messages) {
    if (role === 'tool') append(results, parts)
    else results = role === 'assistant' ? [] : strays
    if (role === 'assistant') turns.push({ isModels: true, parts }, { isModels: false, parts: results })
  }
  return turns
}

function partsOf(message: Found): PartView[] {
  const media = imagesOf(message)
  if (lowerCaseRole(message) === 'tool')
    return [{ kind: 'result', path: message.path, id: textAt(message, 'tool_call_id'), inner: media }]
  const calls = listAt('tool_calls')(message).map((call): PartView => {
    const [body] = objectAt('function')(call)
    return { kind: 'call', path: call.path, id: textAt(call, 'id'), name: body && textAt(body, 'name') }
  })
  return [...media, ...calls]
}

function imagesOf({ value: { images }, path }: Found): PartView[] {
  return isArray(images) && images.length > 0
    ? [{ kind: 'other', path: `${path}/images`, media: 'image' }]
    : []
}
