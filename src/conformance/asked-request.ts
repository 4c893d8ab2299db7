import type { JsonObject } from '../base/json/json-types.js'
import type { CaseApi, CaseCheck, ConformanceCase } from './case.js'

const QUESTION = 'Do the next step.'
const SCHEMA = { type: 'object', properties: {} }
const DESCRIPTION = 'A tool of the conformance cases.'

/** Returns the request that the answer of a case answers: its own, or a question with the tools that are called. */
export function askedRequest({ asked, to, model = 'conformance', must }: ConformanceCase): JsonObject {
  if (asked !== undefined) return asked
  const names = [...new Set(must.flatMap(namesIn))]
  return QUESTIONS[to](names, model)
}

function namesIn(check: CaseCheck): readonly string[] {
  if ('anyOf' in check) return check.anyOf.flatMap(namesIn)
  if ('order' in check) return check.order.flatMap((step) => /^call:(.+)$/.exec(step)?.[1] ?? [])
  return 'call' in check && check.call.name !== undefined ? [check.call.name] : []
}

function unlessNone(names: readonly string[], tools: JsonObject): JsonObject {
  return names.length === 0 ? {} : tools
}

function chatQuestion(names: readonly string[], model: string): JsonObject {
  const tools = names.map((name) => ({
    type: 'function',
    function: { name, description: DESCRIPTION, parameters: SCHEMA },
  }))
  return { model, messages: [{ role: 'user', content: QUESTION }], ...unlessNone(names, { tools }) }
}

const QUESTIONS: Readonly<Record<CaseApi, (names: readonly string[], model: string) => JsonObject>> = {
  'openai-chat': chatQuestion,
  'mistral-chat': chatQuestion,
  'cohere-chat': chatQuestion,
  'ollama-chat': chatQuestion,
  'openai-responses': (names, model) => {
    const tools = names.map((name) => ({
      ...{ type: 'function', name, description: DESCRIPTION },
      ...{ parameters: SCHEMA, strict: false },
    }))
    return { model, input: QUESTION, ...unlessNone(names, { tools }) }
  },
  'anthropic-messages': (names, model) => {
    const tools = names.map((name) => ({ name, description: DESCRIPTION, input_schema: SCHEMA }))
    const messages = [{ role: 'user', content: QUESTION }]
    return { model, max_tokens: 1024, messages, ...unlessNone(names, { tools }) }
  },
  'google-generate-content': (names) => {
    const functionDeclarations = names.map((name) => ({
      ...{ name, description: DESCRIPTION },
      parametersJsonSchema: SCHEMA,
    }))
    const contents = [{ role: 'user', parts: [{ text: QUESTION }] }]
    return { contents, ...unlessNone(names, { tools: [{ functionDeclarations }] }) }
  },
  'bedrock-converse': (names) => {
    const tools = names.map((name) => ({
      toolSpec: { name, description: DESCRIPTION, inputSchema: { json: SCHEMA } },
    }))
    const messages = [{ role: 'user', content: [{ text: QUESTION }] }]
    return { messages, ...unlessNone(names, { toolConfig: { tools } }) }
  },
  canonical: (names) => {
    const tools = names.map((name) => ({
      ...{ type: 'function', name, description: DESCRIPTION },
      parameters: SCHEMA,
    }))
    const messages = [{ role: 'user', parts: [{ type: 'text', text: QUESTION }] }]
    return { messages, ...unlessNone(names, { tools }) }
  },
}
