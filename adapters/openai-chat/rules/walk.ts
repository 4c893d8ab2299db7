import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../../src/base/json/read-json.js'
import { append } from '../../../src/base/json/write-json.js'
import { isEmptyList } from '../../../src/translate/lint/checks.js'
import { type Found, listAt, listIn, objectAt, within } from '../../../src/translate/lint/found.js'
import { remembered } from '../../../src/translate/lint/remembered.js'
import {
  foundMember,
  type MessageView,
  type PartView,
  type RequestView,
  strictSchema,
  type TextAt,
  type ToolView,
  type TurnView,
  textAt,
} from '../../../src/translate/lint/view.js'
import { openai } from '../openai.js'

export const messagesOf = listIn('messages')
export const toolsOf = listIn('tools')
export const nativeCallsOf = listAt('tool_calls')
export const contentPartsOf = listAt('content')

/** Returns the `function` or `custom` object of a call or of a tool definition. Vendor tools have neither. */
export function bodyOf(found: Found): Found[] {
  const { type, function: functionBody, custom } = found.value
  if (isObject(functionBody) && (type === 'function' || type === undefined))
    return objectAt('function')(found)
  return isObject(custom) && (type === 'custom' || type === undefined) ? objectAt('custom')(found) : []
}

/** Returns function tools with their bodies, including functions in the older field `functions`. */
export function functionsOf(request: JsonObject): Found[] {
  const modern = toolsOf(request).filter(({ value }) => value.type !== 'custom')
  return [...modern.flatMap(bodyOf), ...listIn('functions')(request)]
}

export const viewOf = remembered((request): RequestView => {
  const custom = toolsOf(request).filter(({ value }) => value.type === 'custom')
  const declared = [...functionsOf(request), ...custom.flatMap(bodyOf)]
  const messages = messagesOf(request).map((message) => ({
    role: stringOr(message.value.role, ''),
    path: message.path,
    isEmpty: isEmptyList(message.value.content),
    parts: [
      ...nativeCallsOf(message).map(callPart),
      ...(message.value.role === 'tool' ? [resultPart(message)] : contentPartsOf(message).map(contentPart)),
    ],
  }))
  return {
    messages,
    turns: turnsOf(messages),
    instructions: [],
    tools: declared.map(toolView),
    toolChoice: choiceOf(request),
    otherNames: namesBeside(request),
  }
})

const olderCalls = within(messagesOf, objectAt('function_call'))

/** Returns tool names in the choice, and in the older form of calls and results. */
function namesBeside(request: JsonObject): TextAt[] {
  const [choice] = objectAt('tool_choice')({ value: request, path: '' })
  const chosen =
    choice === undefined ? [] : [choice, ...objectAt('allowed_tools')(choice).flatMap(listAt('tools'))]
  const older = olderCalls(request)
  const results = messagesOf(request).filter(
    ({ value }) => value.role === 'function' || value.role === 'tool',
  )
  const [named] = objectAt('function_call')({ value: request, path: '' })
  const bodies = [...chosen.flatMap(bodyOf), ...older, ...results, ...(named === undefined ? [] : [named])]
  return bodies.map((body) => textAt(body, 'name'))
}

/**
 * Returns calls with the `tool` messages directly after them, beginning with the messages that do not follow
 * an answer.
 */
function turnsOf(messages: readonly MessageView[]): TurnView[] {
  const strays: PartView[] = []
  const turns: TurnView[] = [{ isModels: false, parts: strays }]
  let results = strays
  for (const { role, parts } of messages) {
    if (role === 'tool')
      append(
        results,
        parts.filter(({ kind }) => kind === 'result'),
      )
    else results = role === 'assistant' ? [] : strays
    if (role !== 'assistant') continue
    const calls = parts.filter(({ kind }) => kind === 'call')
    turns.push({ isModels: true, parts: calls }, { isModels: false, parts: results })
  }
  return turns
}

function callPart(call: Found): PartView {
  const [body] = bodyOf(call)
  return { kind: 'call', path: call.path, id: textAt(call, 'id'), name: body && textAt(body, 'name') }
}

function resultPart(message: Found): PartView {
  return {
    kind: 'result',
    path: message.path,
    id: textAt(message, 'tool_call_id'),
    inner: contentPartsOf(message).map(contentPart),
  }
}

function contentPart({ value, path }: Found): PartView {
  const kind = value.type === 'text' ? 'text' : 'other'
  return { kind, path, media: openai.media.find(({ type }) => type === value.type)?.kind }
}

export function toolView(tool: Found): ToolView {
  const schema = strictSchema(tool, foundMember(tool, 'parameters'))
  return { path: tool.path, name: textAt(tool, 'name'), isOwn: true, strictSchema: schema }
}

/** Returns the tool choice. `any` is Mistral's name for `required`. */
function choiceOf({ tool_choice: choice }: JsonObject): RequestView['toolChoice'] {
  const path = '/tool_choice'
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { type: choice, path }
  if (choice === 'any') return { type: 'required', path }
  return isObject(choice) ? { type: 'tool', path } : undefined
}
