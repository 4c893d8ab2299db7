import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { pointerTokens } from '../../base/json/pointer.js'
import { at, isArray, isObject, numberOr } from '../../base/json/read-json.js'
import { equalJson, without } from '../../base/json/write-json.js'
import { createContext } from '../../base/model/context.js'
import type { Conversation } from '../../base/model/types.js'
import { readHistory, readInstructions } from './foreign-entries.js'
import { readChoice, readTools } from './foreign-tools.js'
import type { Fix } from './rule.js'
import type { WireShapes } from './wire-shapes.js'
import { isTaken } from './written-entries.js'

/** The conversation with what a field says; undefined where that is not known, or something else is said already. */
type ReadField = (given: JsonValue, conversation: Conversation) => Conversation | undefined

const history: ReadField = (given, conversation) => {
  const messages = readHistory(given)
  const own = conversation.messages.filter(({ role }) => role !== 'system')
  if (messages === undefined || own.length > 0) return undefined
  return { ...conversation, messages: [...conversation.messages, ...messages] }
}

const instructions: ReadField = (given, conversation) => {
  const parts = readInstructions(given)
  if (parts === undefined) return undefined
  const said = new Set(
    conversation.messages.flatMap((message) =>
      message.role === 'system' ? message.parts.map((part) => (part.type === 'text' ? part.text : '')) : [],
    ),
  )
  const more = parts.filter(({ text }) => !said.has(text))
  if (more.length === 0) return conversation
  return { ...conversation, messages: [{ role: 'system', parts: more }, ...conversation.messages] }
}

const outputTokens: ReadField = (given, conversation) => {
  const { maxOutputTokens = given } = conversation
  return maxOutputTokens === given ? { ...conversation, maxOutputTokens: numberOr(given, 0) } : undefined
}

const tools: ReadField = (given, conversation) => {
  const read = readTools(given)
  const { tools: own = [] } = conversation
  const isNew = read?.every(({ name }) => own.every((tool) => tool.name !== name))
  return read && isNew ? { ...conversation, tools: [...own, ...read] } : undefined
}

const choice: ReadField = (given, conversation) => {
  const toolChoice = readChoice(given)
  return toolChoice && conversation.toolChoice === undefined ? { ...conversation, toolChoice } : undefined
}

const toolsAndChoice: ReadField = (given, conversation) => {
  if (!isObject(given)) return undefined
  const { tools: definitions, toolChoice, functionCallingConfig = toolChoice, ...more } = given
  if (Object.keys(more).length > 0) return undefined
  const withTools = definitions === undefined ? conversation : tools(definitions, conversation)
  if (withTools === undefined || functionCallingConfig === undefined) return withTools
  return choice(functionCallingConfig, withTools)
}

/** What fields of other formats say, by their names. */
const FIELDS: Readonly<Record<string, ReadField>> = {
  messages: history,
  contents: history,
  input: history,
  system: instructions,
  instructions,
  systemInstruction: instructions,
  max_tokens: outputTokens,
  max_completion_tokens: outputTokens,
  max_output_tokens: outputTokens,
  maxOutputTokens: outputTokens,
  tools,
  functions: tools,
  toolConfig: toolsAndChoice,
  tool_choice: choice,
  toolChoice: choice,
}

/**
 * Says what a field of another format says in the wire's own words, and takes the field away. There is no mend where the
 * field holds something that is not known, where the request says something else already, and where the wire has no words
 * for it.
 */
export function mendRequestFields({ codecs, ...shapes }: WireShapes): Fix {
  return (request, path) => {
    const [field = ''] = pointerTokens(path)
    const given = request[field]
    const read = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined
    if (read === undefined || given === undefined) return undefined
    const taken: PatchOperation = { op: 'remove', path: at('', field) }
    if (given === '' || (isArray(given) && given.length === 0)) return [taken]
    const { requestFields, historyField } = shapes
    const own = without(request, ...Object.keys(requestFields))
    // What does not concern the history is mended also where that cannot be read.
    const isSaid = read === history || read === instructions
    const withHistory = isSaid ? { [historyField]: [], ...own } : { ...own, [historyField]: [] }
    const context = createContext(codecs.id)
    const encoded = attempt(() => {
      const before = codecs.request.decode(withHistory, createContext(codecs.id))
      const after = read(given, before)
      if (after === undefined || !after.messages.every((message) => isTaken(message, codecs.limits)))
        return undefined
      const base = codecs.request.encode(before, createContext(codecs.id))
      return { base, mended: codecs.request.encode(after, context) }
    })
    if ('error' in encoded || encoded.value === undefined) return undefined
    if (context.notices.some(({ severity }) => severity === 'warning')) return undefined
    const changed = changedMembers(own, encoded.value)
    return changed && [taken, ...changed]
  }
}

/** What encoding changed, as a patch; undefined where the wire would not write the rest as it stands. */
function changedMembers(
  own: JsonObject,
  { base, mended }: { readonly base: JsonObject; readonly mended: JsonObject },
): PatchOperation[] | undefined {
  const changed = Object.entries(mended).filter(([key, value]) => !equalJson(value, base[key]))
  const isSafe = changed.every(([key]) => equalJson(base[key], own[key]) || isEmpty(own[key]))
  const isWhole = Object.keys(base).every((key) => mended[key] !== undefined)
  if (!isSafe || !isWhole) return undefined
  return changed.map(([key, value]) => ({
    op: own[key] === undefined ? 'add' : 'replace',
    path: at('', key),
    value,
  }))
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || (isArray(value) && value.length === 0)
}
