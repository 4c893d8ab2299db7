import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { expectObject, isArray, isObject } from '../../../src/base/json/read-json.js'
import { joinTurns, type NativeItem, type NativeReader, type NativeTurn, objectsOf, textOf } from './view.js'

/** Member names may also be in snake case. The caller's own values are unchanged. */
function camelCase(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(camelCase)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return [name, name === 'args' || name === 'response' ? member : camelCase(member)]
    }),
  )
}

export const read: NativeReader = (native) => {
  const request = expectObject(camelCase(native), '')
  const contents = objectsOf(request.contents)
  const instruction = request.systemInstruction
  const system: NativeTurn[] = isObject(instruction)
    ? [{ side: 'system', items: objectsOf(instruction.parts).map(itemOf) }]
    : []
  const turns = contents.map(
    ({ role, parts }): NativeTurn => ({
      side: role === 'model' ? 'model' : 'user',
      items: objectsOf(parts).map(itemOf),
    }),
  )
  return {
    turns: joinTurns([...system, ...turns]),
    tools: declarationsOf(request).map(({ name }) => textOf(name)),
    limits: { id: /^[\s\S]+$/, name: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/, resultsAtOnce: true },
    faults: [
      ...contents.flatMap((content, index) =>
        contentFaults(content).map((fault) => `content ${index}: ${fault}`),
      ),
      ...requestFaults(request),
    ],
  }
}

function declarationsOf({ tools }: JsonObject): JsonObject[] {
  return objectsOf(tools).flatMap(({ functionDeclarations }) => objectsOf(functionDeclarations))
}

function itemOf(part: JsonObject): NativeItem {
  const { functionCall: call, functionResponse: result } = part
  if (isObject(call)) return { type: 'call', ...idOf(call), name: textOf(call.name), input: call.args ?? {} }
  if (isObject(result)) {
    const response = isObject(result.response) ? result.response : {}
    const text = JSON.stringify(response)
    return { type: 'result', ...idOf(result), name: textOf(result.name), text, isError: 'error' in response }
  }
  if (typeof part.text === 'string' && part.thought !== true) return { type: 'text', text: part.text }
  return { type: 'other' }
}

function idOf({ id }: JsonObject): { readonly id?: string } {
  return typeof id === 'string' ? { id } : {}
}

const DATA = [
  'text',
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
]

function contentFaults({ role, parts }: JsonObject): string[] {
  const faults: string[] = []
  const list = objectsOf(parts)
  if (role !== 'user' && role !== 'model' && role !== 'function') faults.push(`role ${String(role)}`)
  if (list.length === 0) faults.push('no parts')
  for (const part of list) {
    const data = DATA.filter((key) => part[key] !== undefined)
    if (data.length !== 1) faults.push(`a part with ${data.length} data fields`)
    const { functionCall: call, functionResponse: result } = part
    if (isObject(call) && call.args !== undefined && !isObject(call.args))
      faults.push('args are not an object')
    if (isObject(result) && !isObject(result.response)) faults.push('a response that is not an object')
    if (isObject(part.inlineData) && textOf(part.inlineData.mimeType) === '') faults.push('data without type')
  }
  const results = list.filter(({ functionResponse }) => functionResponse !== undefined)
  if (results.length > 0 && results.length < list.length) faults.push('results beside other parts')
  return faults
}

function requestFaults(request: JsonObject): string[] {
  const faults: string[] = []
  const contents = objectsOf(request.contents)
  if (contents.length === 0) faults.push('no contents')
  if (contents.length > 0 && contents[0]?.role !== 'user') faults.push('the user does not speak first')
  contents.forEach((content, index) => {
    const holds = (other: JsonObject | undefined) =>
      objectsOf(other?.parts).some(({ functionResponse }) => functionResponse !== undefined)
    if (holds(content) && holds(contents[index - 1])) faults.push('the results of a turn are in two contents')
  })
  const config = isObject(request.toolConfig) ? request.toolConfig.functionCallingConfig : undefined
  if (
    isObject(config) &&
    config.mode !== 'NONE' &&
    config.mode !== 'AUTO' &&
    declarationsOf(request).length === 0
  )
    faults.push('calls are forced but no function is declared')
  return faults
}
