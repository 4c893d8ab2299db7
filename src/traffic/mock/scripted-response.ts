import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { decodeArgumentText, decodeFreeText } from '../../base/model/arguments.js'
import { createContext } from '../../base/model/context.js'
import { stableHash } from '../../base/model/ids.js'
import type { ModelResponse, Part, ToolCall } from '../../base/model/types.js'
import { writeId } from './call-ids.js'
import { estimateTokens } from './checks.js'
import { exampleArguments } from './example-value.js'
import type { Api, RequestParts, RequestTool } from './request-view.js'
import type { ScriptedAnswer, ScriptedCall } from './script.js'
import type { ApiRow } from './server-row.js'

/** A request that is answered. */
export interface AnsweredView {
  readonly api: ApiRow
  readonly body: JsonObject
  readonly view: RequestParts
  /** The tools that the model can call. */
  readonly tools: readonly RequestTool[]
  readonly model: string
  /** Of the prompt. */
  readonly tokens: number
  /** Unique for each answer of a mock. */
  readonly seed: string
}

interface Forms {
  readonly answerId: string
  readonly callId: string
  /** The metadata of reasoning, which clients send back. */
  reasoning(row: ApiRow, seed: string): JsonObject
}

const signature = (_row: ApiRow, seed: string) => ({ signature: writeId('{alnum:80}', seed, {}) })

const FORMS: Readonly<Record<Api, Forms>> = {
  chat: {
    answerId: 'chatcmpl-{hex:32}',
    callId: 'call_{alnum:24}',
    reasoning: ({ reasoning }) => ({ fields: [reasoning ?? 'reasoning_content'] }),
  },
  'native-chat': { answerId: '', callId: 'call_{lower:8}', reasoning: () => ({}) },
  responses: {
    answerId: 'resp_{hex:32}',
    callId: 'call_{alnum:24}',
    reasoning: (row, seed) => ({
      ...(row.encryptsReasoning === true
        ? { ...signature(row, seed), form: 'summary' }
        : { form: 'content' }),
      itemId: `rs_${stableHash(seed)}`,
    }),
  },
  messages: { answerId: 'msg_01{alnum:22}', callId: 'toolu_01{alnum:22}', reasoning: signature },
  generate: { answerId: '{alnum:22}', callId: '{lower:8}', reasoning: () => ({}) },
  converse: { answerId: '', callId: 'tooluse_{alnum:22}', reasoning: signature },
}

/** Returns the scripted answer in canonical form, with ids in the form of the server. */
export function scriptedResponse(scripted: ScriptedAnswer, request: AnsweredView): ModelResponse {
  const { api: row, body, model, seed, tokens } = request
  const { text, thinking, calls = [], finish } = scripted
  const isFirstOnly = row.firstCallOnly === true && body.parallel_tool_calls === false
  const parts: Part[] = []
  if (thinking !== undefined && row.reasoning !== null) parts.push(reasoningPart(thinking, request))
  if (text !== undefined) parts.push({ type: 'text', text })
  for (const [index, call] of calls.slice(0, isFirstOnly ? 1 : undefined).entries())
    parts.push(callPart(call, index, request))
  if (parts.length === 0) parts.push({ type: 'text', text: DEFAULT_TEXT })
  const outcome = finish ?? (calls.length > 0 ? 'tool-calls' : 'complete')
  const output = estimateTokens([text ?? '', thinking ?? '', ...calls.map((call) => call.arguments)])
  return {
    id: writeId(FORMS[row.api].answerId, seed, {}),
    model,
    message: { role: 'assistant', parts },
    finish: { outcome, reason: outcome === 'complete' ? 'stop' : outcome },
    usage: { inputTokens: tokens, outputTokens: output, totalTokens: tokens + output },
  }
}

const DEFAULT_TEXT = 'This is an answer of the mock server.'

function reasoningPart(text: string, { api: row, seed }: AnsweredView): Part {
  const own = FORMS[row.api].reasoning(row, seed)
  return {
    type: 'reasoning',
    text,
    ...(Object.keys(own).length > 0 && { providerMetadata: { [row.wire]: own } }),
  }
}

function callPart(call: ScriptedCall, index: number, request: AnsweredView): ToolCall {
  const { api: row, tools, view, seed } = request
  const { name, namespace } = call
  const earlier = view.turns.flatMap(({ calls }) => calls).length
  const pattern = row.callId ?? FORMS[row.api].callId
  const id = writeId(pattern, `${seed}.${index}`, { name, n: String(earlier + index) })
  const isSigned = row.signsCalls === true && index === 0
  const head = {
    ...{ type: 'tool-call' as const, id, name, providerExecuted: false },
    ...(isSigned && { providerMetadata: { [row.wire]: signature(row, seed) } }),
  }
  const named = namespace === undefined ? head : { ...head, namespace }
  const isFreeText =
    row.api !== 'messages' && tools.some((tool) => tool.name === name && tool.type === 'custom')
  const { arguments: input } = call
  if (isFreeText) {
    const text = typeof input === 'string' ? input : JSON.stringify(input)
    return { ...named, kind: 'custom', ...decodeFreeText(text, false) }
  }
  if (typeof input !== 'string') return { ...named, kind: 'function', status: 'complete', arguments: input }
  return { ...named, kind: 'function', ...decodeArgumentText(input, false, createContext(row.wire)) }
}

/** Returns the answer of a mock without a script: one call of the first tool, then text. */
export function automaticAnswer({ view, tools }: AnsweredView): ScriptedAnswer {
  const { choice, turns } = view
  const chosen = tools.find(({ name }) => name === choice?.name) ?? tools[0]
  const asked = turns.findLastIndex(({ role, results }) => role === 'user' && results.length === 0)
  const isAnswered = turns.slice(asked + 1).some(({ results }) => results.length > 0)
  if (chosen === undefined || choice?.kind === 'none' || isAnswered) return { text: DEFAULT_TEXT }
  return { calls: [{ name: chosen.name, arguments: exampleInput(chosen) }] }
}

function exampleInput({ type, schema }: RequestTool): JsonObject | string {
  return type === 'custom' && schema === undefined ? 'example' : exampleArguments(schema)
}

/** Returns the tokens of the prompt: the messages, the system text and the tools. */
export function promptTokens(body: JsonObject): number {
  const { model: _model, max_tokens: _limit, ...prompt } = body
  return estimateTokens(prompt satisfies JsonValue)
}
