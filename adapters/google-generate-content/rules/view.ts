import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { arrayOr, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { type Found, listAt, listIn, objectAt, objectsOf, within } from '../../../src/translate/lint/found.js'
import { remembered } from '../../../src/translate/lint/remembered.js'
import {
  type PartView,
  type RequestView,
  type TextAt,
  textAt,
  type ValueAt,
} from '../../../src/translate/lint/view.js'
import { fromSdk, isSdkRequest } from '../sdk.js'
import { camelize, PART, REQUEST, TOOL_CONFIG } from '../spelling.js'

export interface ContentView extends Found {
  /** The role in the request. Absent means user. */
  readonly role: string | undefined
  /** With camelCase keys. */
  readonly parts: readonly Found[]
}

/** The contents of a request. Other values are skipped, because they have no parts to check. */
export const contentsOf = within(listIn('contents'), (content): ContentView[] => {
  const { value, path } = content
  if (!('parts' in value || 'role' in value)) return []
  const parts = listAt('parts')(content).map((part) => inCamelCase(part, PART))
  return [{ path, value, role: stringOr(value.role, undefined), parts }]
})

export const allParts = within(contentsOf, ({ parts }) => parts)

function inCamelCase({ value, path }: Found, names: Parameters<typeof camelize>[1]): Found {
  return { value: camelize(value, names).value, path }
}

/** The request in the form that shared rules use. A missing role and the role `function` count as user. */
export const viewOf = remembered((request): RequestView => {
  return {
    messages: contentsOf(request).map(({ role, parts, path }) => ({
      role: role === undefined || role === 'function' ? 'user' : role,
      path,
      isEmpty: parts.length === 0,
      parts: parts.map(sharedPart),
    })),
    turns: [],
    instructions: [],
    tools: declarations(request).map((declaration) => ({
      path: declaration.path,
      name: textAt(declaration, 'name'),
      isOwn: true,
    })),
    otherNames: namesBeside(request),
  }
})

/** Returns function names in calls, results and the choice. */
function namesBeside(request: JsonObject): TextAt[] {
  const parts = allParts(request)
  const named = [...parts.flatMap(objectAt('functionCall')), ...parts.flatMap(objectAt('functionResponse'))]
  const allowed = arrayOr(callingConfigOf(request)?.allowedFunctionNames, [])
  const path = `${toolsPath(request).replace(/tools$/, 'toolConfig')}/functionCallingConfig/allowedFunctionNames`
  return [
    ...named.map((found) => textAt(found, 'name')),
    ...allowed.map((name, index) => ({ text: stringOr(name, ''), path: `${path}/${index}` })),
  ]
}

/** Reads a part. The media of a result count as a single part. */
function sharedPart({ value, path }: Found): PartView {
  const { functionCall: call, functionResponse: result } = value
  if (isObject(call)) return { kind: 'call', path, input: given(call.args, `${path}/functionCall`) }
  if (!isObject(result)) return { kind: 'other', path }
  const inner: PartView[] = result.parts === undefined ? [] : [{ kind: 'other', path }]
  return { kind: 'result', path, inner, content: given(result.response, `${path}/functionResponse`) }
}

function given(value: JsonValue | undefined, path: string): ValueAt | undefined {
  return value === undefined || value === null ? undefined : { value, path }
}

export function callsIn({ parts }: ContentView): Found[] {
  return parts.filter(({ value }) => isObject(value.functionCall))
}

export function resultsIn({ parts }: ContentView): Found[] {
  return parts.filter(({ value }) => isObject(value.functionResponse))
}

/** Consecutive contents of the model, which the server merges. */
export interface MergedContents {
  readonly contents: readonly ContentView[]
  /** Index of the first content, and of the content after the last. */
  readonly start: number
  readonly end: number
}

export function modelTurns(contents: readonly ContentView[]): MergedContents[] {
  const turns: MergedContents[] = []
  let start = 0
  for (let index = 0; index <= contents.length; index += 1) {
    if (contents[index]?.role === 'model') continue
    if (index > start) turns.push({ contents: contents.slice(start, index), start, end: index })
    start = index + 1
  }
  return turns
}

/** Returns the request as a REST body with camelCase keys. */
export function bodyOf(request: JsonObject): JsonObject {
  const { value } = camelize(request, REQUEST)
  return isSdkRequest(value) ? fromSdk(value) : value
}

export function toolsPath(request: JsonObject): string {
  return isSdkRequest(request) ? '/config/tools' : '/tools'
}

export function toolEntries(request: JsonObject): Found[] {
  const { tools } = bodyOf(request)
  const path = toolsPath(request)
  return isObject(tools) ? [{ path, value: tools }] : objectsOf(tools, path)
}

export const declarations = within(toolEntries, (entry) =>
  listAt('functionDeclarations')(entry).map((declaration) => inCamelCase(declaration, {})),
)

/** Returns the names of built-in tools among the entries. */
export function builtInTools(request: JsonObject): string[] {
  return toolEntries(request).flatMap(({ value }) =>
    Object.keys(value).filter((field) => field !== 'functionDeclarations'),
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

/** Returns the model's generation, if the body names the model (in REST the model is in the URL). */
export function generationOf({ model }: JsonObject): number | undefined {
  const match = typeof model === 'string' ? /gemini-(\d+)/.exec(model) : null
  return match?.[1] === undefined ? undefined : Number(match[1])
}
