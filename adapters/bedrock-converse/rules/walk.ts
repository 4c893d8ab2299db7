import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isObject } from '../../../src/base/json/read-json.js'
import { type Found, fieldText, listAt, listIn, objectAt, within } from '../../../src/translate/lint/found.js'
import { remembered } from '../../../src/translate/lint/remembered.js'
import {
  foundMember,
  type PartView,
  type RequestView,
  strictSchema,
  type TextAt,
  type ToolView,
  textAt,
  type ValueAt,
} from '../../../src/translate/lint/view.js'

/**
 * Helpers for this wire's rules. The helpers accept any JSON, well-formed or not, and return lists of values
 * with paths.
 */
export interface NativeMessage {
  readonly role: string
  readonly blocks: readonly Found[]
  readonly path: string
}

export const messagesOf = within(listIn('messages'), (message): NativeMessage[] => [
  { role: fieldText(message, 'role'), blocks: listAt('content')(message), path: message.path },
])
export const allBlocks = within(messagesOf, ({ blocks }) => blocks)

export function toolsOf(request: JsonObject): Found[] {
  return objectAt('toolConfig')({ value: request, path: '' }).flatMap(listAt('tools'))
}

export const specsOf = within(toolsOf, objectAt('toolSpec'))

export function choiceOf({ toolConfig }: JsonObject): JsonObject {
  return isObject(toolConfig) && isObject(toolConfig.toolChoice) ? toolConfig.toolChoice : {}
}

export const viewOf = remembered((request): RequestView => {
  const messages = messagesOf(request).map(({ role, blocks, path }) => ({
    role,
    path,
    isEmpty: blocks.length === 0,
    // A cache mark belongs to the preceding block and is not content.
    parts: blocks.filter(({ value }) => !isObject(value.cachePoint)).map((block) => partOf(block, role)),
  }))
  const choice = (['any', 'tool', 'auto'] as const).find((key) => isObject(choiceOf(request)[key]))
  return {
    messages,
    turns: messages.map(({ role, parts }) => ({ isModels: role === 'assistant', parts })),
    instructions: [],
    tools: toolsOf(request).map(toolOf),
    toolsPath: '/toolConfig',
    otherNames: chosenNames(request),
    toolChoice: choice && {
      type: choice === 'any' ? 'required' : choice,
      path: `/toolConfig/toolChoice/${choice}`,
    },
  }
})

function chosenNames(request: JsonObject): TextAt[] {
  const { tool } = choiceOf(request)
  return isObject(tool) ? [textAt({ value: tool, path: '/toolConfig/toolChoice/tool' }, 'name')] : []
}

/** Returns the view of a block. Results of tools that the provider runs are in assistant messages. */
function partOf(block: Found, role: string): PartView {
  const { path } = block
  if (typeof block.value.text === 'string') return { kind: 'text', path, text: textAt(block, 'text') }
  const [call] = objectAt('toolUse')(block)
  if (call !== undefined)
    return {
      kind: call.value.type === 'server_tool_use' ? 'executed-call' : 'call',
      path: call.path,
      id: textAt(call, 'toolUseId'),
      name: textAt(call, 'name'),
      input: foundMember(call, 'input'),
    }
  const [result] = objectAt('toolResult')(block)
  if (result === undefined) return { kind: 'other', path }
  return {
    kind: role === 'assistant' ? 'executed-result' : 'result',
    path,
    id: textAt(result, 'toolUseId'),
    content: foundMember(result, 'content'),
    isError: result.value.status === 'error',
  }
}

function toolOf(tool: Found): ToolView {
  const [spec] = objectAt('toolSpec')(tool)
  if (spec === undefined) return { path: tool.path }
  return {
    path: spec.path,
    name: textAt(spec, 'name'),
    isOwn: true,
    strictSchema: strictSchema(spec, toolSchemaOf(spec)),
  }
}

export function toolSchemaOf({ value, path }: Found): ValueAt {
  const schema = isObject(value.inputSchema) ? value.inputSchema.json : undefined
  return { value: schema, path: `${path}/inputSchema/json` }
}
