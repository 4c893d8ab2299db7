import { isObject } from '../../../src/base/json/read-json.js'
import { append } from '../../../src/base/json/write-json.js'
import { isEmptyList } from '../../../src/translate/lint/checks.js'
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
  type TurnView,
  textAt,
} from '../../../src/translate/lint/view.js'
import { isServerType, ROLE_NAMES } from '../maps.js'

/**
 * Walks any JSON, well-formed or not, as lists of values with their paths. Field names are in the spelling
 * that Toolwire writes.
 */
export const messagesOf = listIn('messages')
export const nativeCallsOf = within(messagesOf, listAt('tool_calls'))
export const calledOf = within(nativeCallsOf, objectAt('function'))
export const functionsOf = within(listIn('tools'), objectAt('function'))
export const serverToolsOf = those(listIn('tools'), ({ value }) => !isObject(value.function))

export const viewOf = remembered((request): RequestView => {
  const messages = messagesOf(request).map((message) => ({
    role: fieldText(message, 'role'),
    path: message.path,
    isEmpty: isEmptyList(message.value.content),
    parts: partsOf(message),
  }))
  return {
    messages,
    turns: turnsOf(messages),
    instructions: [],
    tools: functionsOf(request).map((tool) => ({ path: tool.path, name: textAt(tool, 'name'), isOwn: true })),
    otherNames: objectAt('tool_choice')({ value: request, path: '' }).map((choice) =>
      textAt(choice, 'function_name'),
    ),
    isContinued: typeof request.previous_response_id === 'string',
  }
})

/**
 * Returns calls with the results that directly follow them. The first entry has the results that do not
 * follow an answer.
 */
function turnsOf(messages: readonly MessageView[]): TurnView[] {
  const strays: PartView[] = []
  const turns: TurnView[] = [{ isModels: false, parts: strays }]
  let results = strays
  let calls: readonly PartView[] = []
  for (const { role, parts } of messages) {
    if (role === ROLE_NAMES.tool)
      append(
        results,
        parts.map((part) => withCall(part, calls[results.length])),
      )
    else results = role === ROLE_NAMES.assistant ? [] : strays
    if (role !== ROLE_NAMES.assistant) continue
    calls = parts.filter(({ kind }) => kind === 'call')
    turns.push({ isModels: true, parts }, { isModels: false, parts: results })
  }
  return turns
}

/** Adds a missing call id to a result, which belongs to the call at the same position. */
function withCall(part: PartView, call: PartView | undefined): PartView {
  const { id, kind, path } = part
  if (kind !== 'result' || id?.text !== '' || call?.id === undefined) return part
  return { ...part, id: { text: call.id.text, path: `${path}/tool_call_id` } }
}

function partsOf(message: Found): PartView[] {
  const content = listAt('content')(message).map(contentPart)
  const calls = listAt('tool_calls')(message).map(callPart)
  if (message.value.role !== ROLE_NAMES.tool) return [...content, ...calls]
  if (calls.length > 0) return [{ kind: 'executed-result', path: message.path }]
  return [{ kind: 'result', path: message.path, id: textAt(message, 'tool_call_id'), inner: content }]
}

function contentPart(piece: Found): PartView {
  const { value, path } = piece
  if (typeof value.text === 'string') return { kind: 'text', path, text: textAt(piece, 'text') }
  return { kind: 'other', path, media: isObject(value.image_url) ? 'image' : 'file' }
}

function callPart(call: Found): PartView {
  if (isServerType(call.value.type)) return { kind: 'executed-call', path: call.path, id: textAt(call, 'id') }
  const [body] = objectAt('function')(call)
  return { kind: 'call', path: call.path, id: textAt(call, 'id'), name: body && textAt(body, 'name') }
}
