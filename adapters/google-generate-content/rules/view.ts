import { at, isArray, isObject, stringOr } from '../../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../../src/json/types.js'
import { rulesOver } from '../../../src/lint/limited.js'
import type { RequestView, PartView as SharedPart, ValueAt } from '../../../src/lint/view.js'
import { limits } from '../limits.js'
import { fromSdk, isSdkRequest } from '../sdk.js'
import { camelize, PART, REQUEST, TOOL_CONFIG } from '../spelling.js'

/** A part of the history with camelCase keys, and where it stands. */
export interface PartView {
  readonly path: string
  readonly part: JsonObject
}

export interface ContentView {
  readonly path: string
  /** As it stands there; absent means user. */
  readonly role: string | undefined
  readonly content: JsonObject
  readonly parts: readonly PartView[]
}

/** The contents of a request; what is no content is passed over (it has no parts to judge). */
export function contentsOf(request: JsonObject): ContentView[] {
  const list = isArray(request.contents) ? request.contents : []
  return list.flatMap((content, index) => {
    if (!isObject(content) || !('parts' in content || 'role' in content)) return []
    const path = at('/contents', index)
    const parts = isArray(content.parts) ? content.parts : []
    return [{ path, role: stringOr(content.role, undefined), content, parts: parts.flatMap(viewPart(path)) }]
  })
}

function viewPart(path: string): (part: JsonValue, index: number) => PartView[] {
  return (part, index) =>
    isObject(part) ? [{ path: at(`${path}/parts`, index), part: camelize(part, PART).value }] : []
}

export const { seen, limited } = rulesOver({ limits, viewOf })

/** As much of a request as rules that wires share look at; what says no role or `function` is the user's. */
export function viewOf(request: JsonObject): RequestView {
  return {
    messages: contentsOf(request).map(({ role, parts, path }) => ({
      role: role === undefined || role === 'function' ? 'user' : role,
      path,
      isEmpty: parts.length === 0,
      parts: parts.map(sharedPart),
    })),
    turns: [],
    instructions: [],
    tools: declarations(request).map(({ name, path }) => ({
      path,
      name: { text: name, path: `${path}/name` },
      isOwn: true,
    })),
  }
}

/** The media of a result count as one, whatever they are. */
function sharedPart({ part, path }: PartView): SharedPart {
  const { functionCall: call, functionResponse: result } = part
  if (isObject(call)) return { kind: 'call', path, input: given(call.args, `${path}/functionCall`) }
  if (!isObject(result)) return { kind: 'other', path }
  const inner: SharedPart[] = result.parts === undefined ? [] : [{ kind: 'other', path }]
  return { kind: 'result', path, inner, content: given(result.response, `${path}/functionResponse`) }
}

function given(value: JsonValue | undefined, path: string): ValueAt | undefined {
  return value === undefined || value === null ? undefined : { value, path }
}

export function callsIn({ parts }: ContentView): PartView[] {
  return parts.filter(({ part }) => isObject(part.functionCall))
}

export function resultsIn({ parts }: ContentView): PartView[] {
  return parts.filter(({ part }) => isObject(part.functionResponse))
}

/** Consecutive contents of the model: the server reads them as one. */
export interface Turn {
  readonly contents: readonly ContentView[]
  /** Index of the first content, and of the one after the last. */
  readonly start: number
  readonly end: number
}

export function modelTurns(contents: readonly ContentView[]): Turn[] {
  const turns: Turn[] = []
  let start = 0
  for (let index = 0; index <= contents.length; index += 1) {
    if (contents[index]?.role === 'model') continue
    if (index > start) turns.push({ contents: contents.slice(start, index), start, end: index })
    start = index + 1
  }
  return turns
}

/** The request as a REST body with camelCase keys. */
export function bodyOf(request: JsonObject): JsonObject {
  const { value } = camelize(request, REQUEST)
  return isSdkRequest(value) ? fromSdk(value) : value
}

export function toolsPath(request: JsonObject): string {
  return isSdkRequest(request) ? '/config/tools' : '/tools'
}

export interface EntryView {
  readonly path: string
  readonly entry: JsonObject
}

export function toolEntries(request: JsonObject): EntryView[] {
  const { tools } = bodyOf(request)
  const path = toolsPath(request)
  if (isObject(tools)) return [{ path, entry: tools }]
  if (!isArray(tools)) return []
  return tools.flatMap((entry, index) => (isObject(entry) ? [{ path: at(path, index), entry }] : []))
}

export interface DeclarationView {
  readonly path: string
  readonly declaration: JsonObject
  readonly name: string
}

export function declarations(request: JsonObject): DeclarationView[] {
  return toolEntries(request).flatMap(({ path, entry }) => {
    const list: JsonArray = isArray(entry.functionDeclarations) ? entry.functionDeclarations : []
    return list.flatMap((native, index) => {
      if (!isObject(native)) return []
      const declaration = camelize(native, {}).value
      const name = stringOr(declaration.name, '')
      return [{ path: at(`${path}/functionDeclarations`, index), declaration, name }]
    })
  })
}

/** Built-in tools among the entries, by name. */
export function builtInTools(request: JsonObject): string[] {
  return toolEntries(request).flatMap(({ entry }) =>
    Object.keys(entry).filter((field) => field !== 'functionDeclarations'),
  )
}

export function toolConfigOf(request: JsonObject): JsonObject {
  const { toolConfig } = bodyOf(request)
  return isObject(toolConfig) ? camelize(toolConfig, TOOL_CONFIG).value : {}
}

export function callingConfigOf(request: JsonObject): JsonObject | undefined {
  const { functionCallingConfig } = toolConfigOf(request)
  return isObject(functionCallingConfig) ? functionCallingConfig : undefined
}

/** The model's generation, where the body names the model (REST bodies do not: it is in the URL). */
export function generationOf({ model }: JsonObject): number | undefined {
  const match = typeof model === 'string' ? /gemini-(\d+)/.exec(model) : null
  return match?.[1] === undefined ? undefined : Number(match[1])
}
