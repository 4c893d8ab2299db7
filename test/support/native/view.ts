import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'

/**
 * What a native request says, read by code that shares nothing with the adapters and the linter: a fault of theirs
 * cannot hide behind itself.
 */
export interface NativeView {
  /** In order; neighbors of one side are one turn. */
  readonly turns: readonly NativeTurn[]
  readonly tools: readonly string[]
  readonly limits: NativeLimits
  /** What this wire refuses beside the rules that all wires share. */
  readonly faults: readonly string[]
}

export interface NativeTurn {
  readonly side: Side
  readonly items: readonly NativeItem[]
}

export type Side = 'system' | 'user' | 'model'

export interface NativeText {
  readonly type: 'text'
  readonly text: string
}

export interface NativeCall {
  readonly type: 'call'
  /** Absent on wires that pair by order. */
  readonly id?: string
  readonly name: string
  /** Parsed when the wire carries text that is JSON. */
  readonly input: JsonValue
}

export interface NativeResult {
  readonly type: 'result'
  readonly id?: string
  readonly name?: string
  readonly text: string
  readonly isError: boolean
}

/** `other`: media, thinking, what the provider ran itself. */
export type NativeItem = NativeText | NativeCall | NativeResult | { readonly type: 'other' }

export interface NativeLimits {
  readonly id: RegExp
  readonly name: RegExp
  /** Whether results have to follow their calls at once, before anything else. */
  readonly resultsAtOnce: boolean
}

/** Reads one wire. */
export type NativeReader = (request: JsonObject) => NativeView

/** Joins neighbors of one side. */
export function joinTurns(turns: readonly NativeTurn[]): NativeTurn[] {
  const joined: { side: Side; items: NativeItem[] }[] = []
  for (const { side, items } of turns) {
    const last = joined.at(-1)
    if (last?.side === side) last.items.push(...items)
    else joined.push({ side, items: [...items] })
  }
  return joined
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : []
}

export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return listOf(value).filter(isObject)
}

export function textOf(value: JsonValue | undefined): string {
  return stringOr(value, '')
}

/** Ways in which a text says that a tool failed, on wires without a flag. */
export function saysError(text: string): boolean {
  return /^<tool_(?:error|denied)\b[^>]*>[\s\S]*<\/tool_(?:error|denied)>$/.test(text)
}

/** The JSON that a text holds, or the text. */
export function readJson(text: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}
