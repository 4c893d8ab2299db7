import { expect } from 'vitest'
import { concatenate } from '../../../src/base/http/recorded-body.js'
import type { JsonObject } from '../../../src/base/json/json-types.js'
import { parseExact, stringifyExact } from '../../../src/base/json/parse.js'
import { expectObject } from '../../../src/base/json/read-json.js'
import { createContext } from '../../../src/base/model/context.js'
import type { Message, ModelResponse, Part, ToolCall } from '../../../src/base/model/types.js'
import { streamFrames } from '../../../src/codec/stream/frame-writer.js'
import type { Adapter } from '../../../src/codec/wire/define-adapter.js'
import type { LoadedAdapter } from '../adapters.js'
import { chunked, type Sent } from '../proxy.js'
import { refusals } from '../translation.js'

/** Signatures of reasoning by wire, and the metadata of the call that follows. */
export const PROOFS: Readonly<Record<string, (turn: number) => { thinking: JsonObject; call: JsonObject }>> =
  {
    'anthropic-messages': (turn) => ({ thinking: { signature: `sig-${turn}` }, call: {} }),
    'bedrock-converse': (turn) => ({ thinking: { signature: btoa(`sig-${turn}`) }, call: {} }),
    'google-generate-content': (turn) => ({ thinking: {}, call: { signature: btoa(`sig-${turn}`) } }),
    'cohere-chat': () => ({ thinking: {}, call: {} }),
    'google-interactions': (turn) => ({ thinking: { signature: btoa(`sig-${turn}`) }, call: {} }),
    'mistral-chat': () => ({ thinking: { form: 'chunk' }, call: {} }),
    'ollama-chat': () => ({ thinking: {}, call: {} }),
    'openai-chat': () => ({ thinking: { fields: ['reasoning_content'] }, call: {} }),
    'openai-responses': (turn) => ({
      thinking: { itemId: `rs_${turn}`, signature: `gAAAA${turn}`, form: 'summary' },
      call: { itemId: `fc_${turn}`, reasoning: `rs_${turn}` },
    }),
  }

/** Ids in the form of each wire's servers. Some have the maximum length, and one wire may have none. */
const IDS: Readonly<Record<string, (turn: number, index: number) => string | undefined>> = {
  'anthropic-messages': (turn, index) => `toolu_01${turn}${index}${'A'.repeat(90)}`,
  'bedrock-converse': (turn, index) => `tooluse_${turn}${index}${'b'.repeat(50)}`,
  'google-generate-content': (turn, index) => (turn % 2 === 0 ? `fc-${turn}-${index}` : undefined),
  'cohere-chat': (turn, index) => `look_${turn}${index}${'c'.repeat(50)}`,
  'google-interactions': (turn, index) => `gi${turn}${index}abcd`,
  'mistral-chat': (turn, index) => `mi${turn}${index}aBcDe`,
  'ollama-chat': (turn, index) => (turn % 2 === 0 ? `call_${turn}${index}abcdef` : undefined),
  'openai-chat': (turn, index) =>
    turn === 2 ? `functions.look:${index}` : `call_${turn}${index}${'x'.repeat(55)}`,
  'openai-responses': (turn, index) => `call_${turn}${index}${'r'.repeat(55)}`,
}

export interface Said {
  readonly thinking?: string
  readonly text?: string
  readonly calls: readonly { readonly name: string; readonly rawArguments: string }[]
}

/** Returns an answer in the form of the wire's server. */
export function answerOf(wire: string, turn: number, { thinking, text, calls }: Said): ModelResponse {
  const proof = PROOFS[wire]?.(turn) ?? { thinking: {}, call: {} }
  const parts: Part[] = [
    ...(thinking === undefined
      ? []
      : [{ type: 'reasoning' as const, text: thinking, ...own(wire, proof.thinking) }]),
    ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ name, rawArguments }, index): ToolCall => {
      const id = IDS[wire]?.(turn, index)
      return {
        ...{ type: 'tool-call', name, kind: 'function', status: 'complete', providerExecuted: false },
        ...(id === undefined ? { id: `minted_${turn}_${index}`, minted: true } : { id }),
        ...{ rawArguments, arguments: expectObject(JSON.parse(rawArguments), '') },
        ...own(wire, index === 0 && thinking !== undefined ? proof.call : itemOnly(turn, index, proof.call)),
      }
    }),
  ]
  return {
    id: `answer-${turn}`,
    model: 'target-model',
    message: { role: 'assistant', parts, origin: { wire } },
    finish: { reason: calls.length === 0 ? 'stop' : 'tool-calls' },
    usage: { inputTokens: 100 + turn, outputTokens: 20 + turn },
  }
}

function own(wire: string, metadata: JsonObject) {
  return Object.keys(metadata).length === 0 ? {} : { providerMetadata: { [wire]: metadata } }
}

/** Only the first call of a turn has a signature. Every item has its id. */
function itemOnly(turn: number, index: number, { itemId }: JsonObject): JsonObject {
  return itemId === undefined ? {} : { itemId: `fc_${turn}_${index}` }
}

/** Returns the answer as bytes in pieces of this length, as a stream or complete, as requested. */
export function served(
  { codecs }: Adapter,
  response: ModelResponse,
  { path, body }: Pick<Sent, 'path' | 'body'>,
  pieceLength: number,
): Response {
  const isStream = codecs.http.streams(path, body)
  const bytes = isStream
    ? streamBytes(codecs, response)
    : new TextEncoder().encode(wholeText(codecs, response))
  const type = isStream ? codecs.stream.framing.contentType : 'application/json'
  return chunked(piecesOf(bytes, pieceLength), { 'content-type': type })
}

type Codecs = Adapter['codecs']

function wholeText(codecs: Codecs, response: ModelResponse): string {
  const { origin: _own, ...message } = response.message
  return stringifyExact(
    codecs.response.encode({ ...response, message }, createContext(codecs.id, { parseExact })),
  )
}

export function streamBytes(codecs: Codecs, response: ModelResponse): Uint8Array {
  const encoder = new TextEncoder()
  const frames = [...streamFrames(response, codecs, createContext(codecs.id, { parseExact }))]
  return concatenate(frames.map((frame) => (typeof frame === 'string' ? encoder.encode(frame) : frame)))
}

export function piecesOf(bytes: Uint8Array, length: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / length)
  return Array.from({ length: count }, (_, index) => bytes.slice(index * length, (index + 1) * length))
}

/** Returns the names of the tools in the server's request, in order. */
export function namesIn({ adapter }: LoadedAdapter, { body }: Pick<Sent, 'body'>): string[] {
  const { tools = [] } = adapter.decodeRequest(body).value
  return tools.flatMap((tool) => ('name' in tool ? [tool.name] : []))
}

/** Returns the relevant facts of parts: adjacent texts are joined, and numbers are doubles. */
export function essential(parts: readonly Part[], types: readonly Part['type'][]): object[] {
  const list: Record<string, unknown>[] = []
  for (const part of parts.filter(({ type }) => types.includes(type))) {
    const last = list.at(-1)
    if (part.type === 'tool-call') {
      const { name, status } = part
      list.push({ name, status, arguments: JSON.parse(JSON.stringify(part.arguments ?? null)) })
    } else if (part.type === 'text' || part.type === 'reasoning') {
      const before = last?.[part.type]
      if (typeof before === 'string') list.splice(-1, 1, { [part.type]: before + part.text })
      else list.push({ [part.type]: part.text })
    } else list.push({ [part.type]: true })
  }
  return list
}

export const SPOKEN = ['text', 'tool-call'] as const
export const ALL = ['reasoning', 'text', 'tool-call'] as const

/**
 * Expects the last request to contain the server's previous output unchanged: reasoning with its signatures,
 * texts, calls, their ids, and the results of the calls after each answer. Clients of the same wire decide
 * themselves which reasoning they keep.
 */
export function expectHistory(
  target: LoadedAdapter,
  sent: Sent,
  said: readonly ModelResponse[],
  isTranslated: boolean,
): void {
  if (isTranslated) expect(refusals(sent.body, target)).toEqual([])
  const { messages } = target.adapter.decodeRequest(sent.text).value
  const answers = answersIn(messages)
  expect(answers).toHaveLength(said.length)
  for (const [index, { parts, results }] of answers.entries()) {
    const given = said[index]?.message.parts ?? []
    const note = `turn ${index + 1}`
    const types = isTranslated ? ALL : SPOKEN
    expect(essential(parts, types), note).toEqual(essential(given, types))
    if (isTranslated) expect(proofsIn(parts, target.wire), note).toEqual(proofsIn(given, target.wire))
    expect(idsIn(parts), note).toEqual(idsIn(given))
    const calls = parts.filter((part) => part.type === 'tool-call')
    expect(results.map(({ callId }) => callId).sort(), note).toEqual(calls.map(({ id }) => id).sort())
  }
}

/** Consecutive assistant messages are one answer. */
export function answersIn(messages: readonly Message[]) {
  const answers: { parts: Part[]; results: Extract<Part, { type: 'tool-result' }>[] }[] = []
  let isOpen = false
  for (const { role, parts } of messages) {
    if (role === 'assistant' && isOpen) answers.at(-1)?.parts.push(...parts)
    else if (role === 'assistant') answers.push({ parts: [...parts], results: [] })
    else answers.at(-1)?.results.push(...parts.filter((part) => part.type === 'tool-result'))
    isOpen = role === 'assistant'
  }
  return answers
}

/** The value that Gemini accepts instead of a signature. */
const NO_PROOF = 'skip_thought_signature_validator'

function proofsIn(parts: readonly Part[], wire: string): unknown[] {
  return parts.flatMap((part) => {
    const { signature, itemId } = ('providerMetadata' in part && part.providerMetadata?.[wire]) || {}
    const isNone = signature === undefined || signature === NO_PROOF
    return isNone && itemId === undefined ? [] : [{ signature, itemId }]
  })
}

function idsIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.type === 'tool-call' && !part.minted ? [part.id] : []))
}
