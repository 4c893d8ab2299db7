import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { arrayOr, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'

/** The APIs that servers offer. Each has its own form of requests. */
export type Api = 'chat' | 'responses' | 'messages' | 'generate' | 'converse' | 'native-chat'

/** One message or item of a request. */
export interface RequestTurn {
  /** JSON Pointer into the body. */
  readonly at: string
  /** Its index in the list of messages; -1 for system text outside of the list. */
  readonly index: number
  /** `system`, `developer`, `user`, `assistant`, `tool`, or another word of the request. */
  readonly role: string
  readonly calls: readonly RequestCall[]
  /** The ids of the calls that the turn answers. */
  readonly results: readonly string[]
}

/** A call in the history of a request. */
export interface RequestCall {
  /** JSON Pointer to its arguments. */
  readonly at: string
  readonly id: string
  readonly name: string
  /** Text or an object, as in the request. */
  readonly arguments: JsonValue | undefined
}

/** A tool of a request. */
export interface RequestTool {
  /** JSON Pointer into the body. */
  readonly at: string
  /** Its index in the list of tools. */
  readonly index: number
  /** `function`, `custom`, or another word of the request. */
  readonly type: string
  /** Empty if the definition has no name at its usual position. */
  readonly name: string
  readonly schema: JsonValue | undefined
  /** True if the schema is in full JSON Schema, on APIs that have a dialect as well. Default: false. */
  readonly isJsonSchema?: boolean
}

/** The tool choice of a request. */
export interface RequestChoice {
  /** JSON Pointer into the body. */
  readonly at: string
  readonly kind: 'auto' | 'none' | 'required' | 'named' | 'other'
  /** The word of the request, or the type of an object. */
  readonly word: string
  /** The chosen tool. */
  readonly name?: string | undefined
  readonly isObject: boolean
}

/** The parts of a request that servers check, in one form for all APIs. */
export interface RequestParts {
  readonly turns: readonly RequestTurn[]
  readonly tools: readonly RequestTool[]
  readonly choice?: RequestChoice | undefined
}

/** Reads a request. Values of another form are skipped: the rules of the server report them. */
export function requestParts(api: Api, body: JsonObject): RequestParts {
  return VIEWS[api](body)
}

const VIEWS: Readonly<Record<Api, (body: JsonObject) => RequestParts>> = {
  chat: chatView,
  'native-chat': chatView,
  responses: responsesView,
  messages: messagesView,
  generate: generateView,
  converse: converseView,
}

/** Returns the objects of a list with their indexes. */
function entriesIn(list: JsonValue | undefined): [number, JsonObject][] {
  return arrayOr(list, []).flatMap((item, index) =>
    isObject(item) ? ([[index, item]] satisfies [number, JsonObject][]) : [],
  )
}

function chatView(body: JsonObject): RequestParts {
  return {
    turns: entriesIn(body.messages).map(([index, message]) => chatTurn(index, message)),
    tools: entriesIn(body.tools).map(([index, tool]) => {
      const type = stringOr(tool.type, 'function')
      const inner = objectIn(tool.function ?? tool.custom)
      return { ...toolAt('/tools', index), type, name: stringOr(inner.name, ''), schema: inner.parameters }
    }),
    choice: choiceOf(body.tool_choice, '/tool_choice', ({ function: called, custom }) =>
      stringOr(objectIn(called).name, stringOr(objectIn(custom).name, undefined)),
    ),
  }
}

function chatTurn(index: number, message: JsonObject): RequestTurn {
  const at = `/messages/${index}`
  const role = stringOr(message.role, '')
  const result = stringOr(message.tool_call_id, '')
  const calls = entriesIn(message.tool_calls).map(([position, call]) => {
    const { name = null, arguments: text } = objectIn(call.function ?? call.custom)
    const place = `${at}/tool_calls/${position}/function/arguments`
    return { at: place, id: stringOr(call.id, ''), name: stringOr(name, ''), arguments: text }
  })
  return { at, index, role, calls, results: role === 'tool' ? [result] : [] }
}

function responsesView(body: JsonObject): RequestParts {
  const first = systemTurn(body.instructions, '/instructions')
  const turns =
    typeof body.input === 'string'
      ? [plainTurn('/input', 0, 'user')]
      : entriesIn(body.input).map(([index, item]) => itemTurn(index, item))
  return {
    turns: [...first, ...turns],
    tools: entriesIn(body.tools).map(([index, tool]) => ({
      ...toolAt('/tools', index),
      type: stringOr(tool.type, ''),
      name: stringOr(tool.name, ''),
      schema: tool.parameters,
    })),
    choice: choiceOf(body.tool_choice, '/tool_choice', ({ name }) => stringOr(name, undefined)),
  }
}

function itemTurn(index: number, item: JsonObject): RequestTurn {
  const at = `/input/${index}`
  const type = stringOr(item.type, 'message')
  const id = stringOr(item.call_id, '')
  if (type.endsWith('_call_output')) return { at, index, role: 'tool', calls: [], results: [id] }
  if (type === 'function_call' || type === 'custom_tool_call') {
    const call = { at: `${at}/arguments`, id, name: stringOr(item.name, ''), arguments: item.arguments }
    return { at, index, role: 'assistant', calls: [call], results: [] }
  }
  return plainTurn(at, index, stringOr(item.role, 'assistant'))
}

function messagesView(body: JsonObject): RequestParts {
  return {
    turns: [
      ...systemTurn(body.system, '/system'),
      ...entriesIn(body.messages).map(([index, message]) => blockTurn(index, message)),
    ],
    tools: entriesIn(body.tools).map(([index, tool]) => ({
      ...toolAt('/tools', index),
      type: stringOr(tool.type, 'custom'),
      name: stringOr(tool.name, ''),
      schema: tool.input_schema,
    })),
    choice: choiceOf(body.tool_choice, '/tool_choice', ({ name }) => stringOr(name, undefined)),
  }
}

/** Reads a message. A user message with only results has the role `tool`. */
function blockTurn(index: number, message: JsonObject): RequestTurn {
  const at = `/messages/${index}`
  const blocks = entriesIn(message.content)
  const calls = blocks
    .filter(([, block]) => block.type === 'tool_use')
    .map(([position, { id = null, name = null, input }]) => ({
      at: `${at}/content/${position}/input`,
      id: stringOr(id, ''),
      name: stringOr(name, ''),
      arguments: input,
    }))
  const found = blocks.filter(([, block]) => block.type === 'tool_result')
  const results = found.map(([, block]) => stringOr(block.tool_use_id, ''))
  const isTool = results.length > 0 && results.length === blocks.length
  return { at, index, role: isTool ? 'tool' : stringOr(message.role, ''), calls, results }
}

function generateView(body: JsonObject): RequestParts {
  const contents = withMeantCalls(
    entriesIn(body.contents).map(([index, content]) => contentTurn(index, content)),
  )
  const tools = entriesIn(body.tools).flatMap(([index, tool]) => declarationsOf(index, tool))
  const config = objectIn(objectIn(body.toolConfig).functionCallingConfig)
  return {
    turns: [...systemTurn(body.systemInstruction, '/systemInstruction'), ...contents],
    tools,
    choice: generateChoice(config),
  }
}

/** Gives results without an id the id of the first open call of their name, as the server does. */
function withMeantCalls(turns: readonly RequestTurn[]): readonly RequestTurn[] {
  const open: RequestTurn['calls'][number][] = []
  return turns.map((turn) => {
    open.push(...turn.calls)
    const results = turn.results.map((result) => {
      const found = open.findIndex(({ id, name }) => id === result || name === result)
      return found === -1 ? result : (open.splice(found, 1)[0]?.id ?? result)
    })
    return { ...turn, results }
  })
}

function contentTurn(index: number, content: JsonObject): RequestTurn {
  const at = `/contents/${index}`
  const parts = entriesIn(content.parts)
  const calls = parts.flatMap(([position, part]) => {
    if (!isObject(part.functionCall)) return []
    const { id = null, name = null, args } = part.functionCall
    const place = `${at}/parts/${position}/functionCall/args`
    const called = stringOr(name, '')
    return [{ at: place, id: stringOr(id, called), name: called, arguments: args }]
  })
  const results = parts.flatMap(([, { functionResponse: result }]) =>
    isObject(result) ? [stringOr(result.id, stringOr(result.name, ''))] : [],
  )
  const isTool = results.length > 0 && results.length === parts.length
  const role = content.role === 'model' ? 'assistant' : stringOr(content.role, 'user')
  return { at, index, role: isTool ? 'tool' : role, calls, results }
}

function declarationsOf(index: number, tool: JsonObject): RequestTool[] {
  const own = entriesIn(tool.functionDeclarations ?? tool.function_declarations).map(
    ([position, { name = null, parameters, parametersJsonSchema }]) => ({
      at: `/tools/${index}/functionDeclarations/${position}`,
      index,
      type: 'function',
      name: stringOr(name, ''),
      schema: parameters ?? parametersJsonSchema,
      isJsonSchema: parameters === undefined,
    }),
  )
  const others = Object.keys(tool)
    .filter((key) => !/^function_?declarations$/i.test(key))
    .map((key) => ({ at: `/tools/${index}/${key}`, index, type: key, name: '', schema: undefined }))
  return [...own, ...others]
}

function generateChoice({ mode, allowedFunctionNames }: JsonObject): RequestChoice | undefined {
  if (typeof mode !== 'string') return undefined
  const [name] = arrayOr(allowedFunctionNames, [])
  const kind = mode === 'ANY' ? 'required' : mode === 'NONE' ? 'none' : 'auto'
  const at = '/toolConfig/functionCallingConfig/mode'
  return { at, kind, word: mode, name: stringOr(name, undefined), isObject: false }
}

function converseView(body: JsonObject): RequestParts {
  const config = objectIn(body.toolConfig)
  return {
    turns: [
      ...systemTurn(body.system, '/system'),
      ...entriesIn(body.messages).map(([index, message]) => converseTurn(index, message)),
    ],
    tools: entriesIn(config.tools).map(([index, tool]) => {
      const { name = null, inputSchema = null } = objectIn(tool.toolSpec)
      const [type = ''] = Object.keys(tool)
      const schema = objectIn(inputSchema).json
      return { ...toolAt('/toolConfig/tools', index), type, name: stringOr(name, ''), schema }
    }),
    choice: converseChoice(objectIn(config.toolChoice)),
  }
}

function converseTurn(index: number, message: JsonObject): RequestTurn {
  const at = `/messages/${index}`
  const blocks = entriesIn(message.content)
  const calls = blocks.flatMap(([position, { toolUse }]) => {
    if (!isObject(toolUse)) return []
    const { toolUseId = null, name = null, input } = toolUse
    const place = `${at}/content/${position}/toolUse/input`
    return [{ at: place, id: stringOr(toolUseId, ''), name: stringOr(name, ''), arguments: input }]
  })
  const results = blocks.flatMap(([, { toolResult }]) =>
    isObject(toolResult) ? [stringOr(toolResult.toolUseId, '')] : [],
  )
  const isTool = results.length > 0 && results.length === blocks.length
  return { at, index, role: isTool ? 'tool' : stringOr(message.role, ''), calls, results }
}

function converseChoice(choice: JsonObject): RequestChoice | undefined {
  const [word] = Object.keys(choice)
  if (word === undefined) return undefined
  const kind = word === 'any' ? 'required' : word === 'tool' ? 'named' : word === 'auto' ? 'auto' : 'other'
  const name = stringOr(objectIn(choice.tool).name, undefined)
  return { at: `/toolConfig/toolChoice/${word}`, kind, word, name, isObject: true }
}

function toolAt(list: string, index: number) {
  return { at: `${list}/${index}`, index }
}

function plainTurn(at: string, index: number, role: string): RequestTurn {
  return { at, index, role, calls: [], results: [] }
}

function systemTurn(text: JsonValue | undefined, at: string): RequestTurn[] {
  const isGiven = typeof text === 'string' ? text !== '' : isObject(text) || objectsIn(text).length > 0
  return isGiven ? [plainTurn(at, -1, 'system')] : []
}

const WORDS = { auto: 'auto', none: 'none', required: 'required', any: 'required' } as const

function choiceOf(
  value: JsonValue | undefined,
  at: string,
  nameIn: (choice: JsonObject) => string | undefined,
): RequestChoice | undefined {
  if (value === undefined || value === null) return undefined
  const form = isObject(value)
  const word = form ? stringOr(value.type, '') : stringOr(value, '')
  const name = form ? nameIn(value) : undefined
  const known = Object.entries(WORDS).find(([key]) => key === word)?.[1]
  return { at, kind: known ?? (name === undefined ? 'other' : 'named'), word, name, isObject: form }
}
