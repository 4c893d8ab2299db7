import { expect } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { ModelResponse, Part, ToolCall, ToolDefinition } from '../../src/base/model/types.js'
import { assemble, stepResponse } from '../../src/codec/stream/assemble.js'
import { runStep } from '../../src/codec/stream/event-step.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import { readTextCalls, type TextCallsOptions, textCallsStep } from '../../src/text-calls/index.js'
import { someOf } from '../support/cases.js'

/** The expected content of a text: texts, reasoning, complete calls, and unusable calls. */
export type Expected =
  | string
  | { readonly thought: string }
  | readonly [name: string, given: JsonObject, id?: string]
  | { readonly name: string; readonly status: string; readonly raw: string }

/** A text, and its expected content. */
export interface TextCase {
  readonly name: string
  readonly text: string
  readonly parts: readonly Expected[]
  /** Options in addition to the dialects and tools of all cases. */
  readonly options?: Partial<TextCallsOptions>
}

/** The texts of one dialect. */
export interface DialectCases extends Pick<TextCallsOptions, 'dialects'> {
  readonly dialect: string
  readonly cases: readonly TextCase[]
}

function tool(name: string, properties: JsonObject = {}): ToolDefinition {
  return { type: 'function', name, parameters: { type: 'object', properties } }
}

/** The tools of every case. */
export const TOOLS: readonly ToolDefinition[] = [
  tool('get_weather', { city: { type: 'string' }, days: { type: 'integer' } }),
  tool('get', { url: { type: 'string' } }),
  tool('now'),
  tool('write_file', { path: { type: 'string' }, content: { type: 'string' } }),
  tool('bash', { command: { type: 'string' } }),
  tool('set_light', {
    on: { type: 'boolean' },
    level: { type: 'number' },
    colour: { type: ['string', 'null'] },
    scene: { anyOf: [{ type: 'object' }, { type: 'null' }] },
    rooms: { type: 'array', items: { type: 'string' } },
  }),
  tool('anything'),
]

export function optionsOf(dialects: TextCallsOptions['dialects'], { options }: TextCase): TextCallsOptions {
  return { dialects, tools: TOOLS, ...options }
}

/** Returns the parts in the form of a case. */
export function told(parts: readonly Part[]): Expected[] {
  return parts.flatMap((part): Expected[] => {
    if (part.type === 'text') return [part.text]
    if (part.type === 'reasoning') return [{ thought: part.text }]
    return part.type === 'tool-call' ? [toldCall(part)] : []
  })
}

function toldCall(call: ToolCall): Expected {
  const { name, status, minted, id, rawArguments = '' } = call
  if (call.kind === 'custom') return [name, { input: call.arguments ?? rawArguments }]
  if (call.arguments === undefined) return { name, status, raw: rawArguments }
  return minted ? [name, call.arguments] : [name, call.arguments, id]
}

/** Returns the answer with this text. */
export function answerOf(text: string, reason: ModelResponse['finish']['reason'] = 'stop'): ModelResponse {
  const parts: Part[] = [{ type: 'text', text }]
  return { message: { role: 'assistant', parts, origin: { wire: '' } }, finish: { reason } }
}

/** Yields the events of an answer with these texts one after another. */
export function* eventsOf(deltas: Iterable<string>): Generator<StreamEvent> {
  yield { type: 'response-start' }
  yield { type: 'text-start', id: '0' }
  let text = ''
  for (const delta of deltas) {
    text += delta
    yield { type: 'text-delta', id: '0', delta }
  }
  yield { type: 'text-end', id: '0', part: { type: 'text', text } }
  yield { type: 'finish', finish: { reason: 'stop' } }
}

/** Returns the parts of a text that arrives in these pieces. */
export function streamed(deltas: Iterable<string>, options: TextCallsOptions): readonly Part[] {
  const events = [...runStep(textCallsStep(options), eventsOf(deltas))]
  expect(checkGrammar(events)).toEqual([])
  return assemble(events, '').message.parts
}

/**
 * Reads a complete text, as an answer, and split at many positions into two pieces, three pieces and
 * characters.
 */
export function expectParts(text: string, options: TextCallsOptions): readonly Part[] {
  const parts = readTextCalls(text, options)
  expect(stepResponse(answerOf(text), textCallsStep(options)).message.parts).toEqual(parts)
  for (const cut of someOf([...Array(text.length + 1).keys()])) {
    const second = Math.min(text.length, cut + 1 + (cut % 7))
    const pieces = [text.slice(0, cut), text.slice(cut, second), text.slice(second)]
    expect(streamed(pieces.slice(0, 1).concat(text.slice(cut)), options)).toEqual(parts)
    expect(streamed(pieces, options)).toEqual(parts)
  }
  expect(streamed(text, options)).toEqual(parts)
  return parts
}

/** Splits a text into pieces of these lengths, repeatedly. */
export function cut(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = []
  for (let start = 0, index = 0; start < text.length; index += 1) {
    const end = start + (lengths[index % lengths.length] ?? 1)
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}
