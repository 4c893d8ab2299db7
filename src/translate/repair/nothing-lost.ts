import { tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { Conversation, Part, ResultPart, ToolCall, ToolOutput } from '../../base/model/types.js'
import { UNSEEN } from './refusal-fixes.js'

/**
 * Returns true if a fixed conversation still has all content of the user, the model and the tools: texts,
 * calls with their arguments, results, tools. Images may be replaced by a note, and reasoning may be dropped.
 */
export function losesNothing(before: Conversation, after: Conversation): boolean {
  const [was, is] = [before.messages, after.messages].map((messages) =>
    messages.flatMap(({ parts }) => parts),
  )
  if (was === undefined || is === undefined) return false
  return (
    hasAll(textsOf(was), textsOf(is)) &&
    hasAll(callsOf(was), callsOf(is)) &&
    hasAll(resultsOf(was), resultsOf(is)) &&
    mediaIn(was) - mediaIn(is) <= unseenIn(is) - unseenIn(was) &&
    distinct(before.tools) <= distinct(after.tools)
  )
}

/** Returns the number of different tools. */
function distinct(tools: readonly object[] = []): number {
  return new Set(tools.map((tool) => JSON.stringify(tool))).size
}

function textsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : []))
}

function callsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.type === 'tool-call' ? `call ${argumentsOf(part)}` : []))
}

function argumentsOf({ arguments: value, rawArguments = '' }: ToolCall): string {
  return value === undefined ? meantBy(rawArguments) : stringifyJson(value)
}

/** Returns the object in a text, or in a JSON text of a text, in one form. */
function meantBy(text: string): string {
  const parsed = tryParseJson(text)
  const inner = typeof parsed === 'string' ? tryParseJson(parsed) : parsed
  if (isObject(inner)) return stringifyJson(inner)
  return typeof parsed === 'string' ? parsed : text
}

function resultsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.type === 'tool-result' ? ['result', ...saidBy(part.output)] : []))
}

function saidBy(output: ToolOutput): string[] {
  if (output.type === 'content') return textsOf(output.value)
  if (output.type === 'denied') return [output.reason ?? '']
  return [typeof output.value === 'string' ? output.value : stringifyJson(output.value)]
}

function mediaIn(parts: readonly Part[]): number {
  return innermost(parts).filter(({ type }) => type === 'media').length
}

function unseenIn(parts: readonly Part[]): number {
  return innermost(parts).filter((part) => part.type === 'text' && part.text === UNSEEN).length
}

function innermost(parts: readonly Part[]): readonly (Part | ResultPart)[] {
  return parts.flatMap((part) =>
    part.type === 'tool-result' && part.output.type === 'content' ? part.output.value : part,
  )
}

/** Returns true if each text occurs in the other list at least as often, also inside another text. */
function hasAll(texts: readonly string[], others: readonly string[]): boolean {
  const left = new Map<string, number>()
  for (const other of others) left.set(other.trim(), (left.get(other.trim()) ?? 0) + 1)
  const missing = texts.map((text) => text.trim()).filter((text) => text !== '' && !taken(text, left))
  return missing.every((text) =>
    [...left.keys()].some((other) => other.length > text.length && other.includes(text)),
  )
}

function taken(text: string, left: Map<string, number>): boolean {
  const count = left.get(text) ?? 0
  if (count <= 1) left.delete(text)
  else left.set(text, count - 1)
  return count > 0
}
