import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'

/**
 * The content of a native request, read by code that is independent of the adapters and the linter. Their
 * faults therefore cannot hide themselves.
 */
export interface NativeView {
  /** In order. Consecutive messages of one side are one turn. */
  readonly turns: readonly NativeTurn[]
  readonly tools: readonly string[]
  readonly limits: NativeLimits
  /** Violations of the wire's own rules, in addition to the rules that all wires share. */
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
  /** Missing on wires that pair by order. */
  readonly id?: string
  readonly name: string
  /** Parsed if the wire uses JSON text. */
  readonly input: JsonValue
}

export interface NativeResult {
  readonly type: 'result'
  readonly id?: string
  readonly name?: string
  readonly text: string
  readonly isError: boolean
}

/** `other`: media, reasoning, provider-executed parts. */
export type NativeItem = NativeText | NativeCall | NativeResult | { readonly type: 'other' }

export interface NativeLimits {
  readonly id: RegExp
  readonly name: RegExp
  /** True if results must directly follow their calls. */
  readonly resultsAtOnce: boolean
}

/** Reads requests of one wire. */
export type NativeReader = (request: JsonObject) => NativeView

/** Joins consecutive turns of one side. */
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

/** Returns true if a text reports a tool failure, on wires without a flag. */
export function saysError(text: string): boolean {
  return /^<tool_(?:error|denied)\b[^>]*>[\s\S]*<\/tool_(?:error|denied)>$/.test(text)
}

/** Returns the parsed JSON of a text, or the text. */
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
