import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray } from '../../base/json/read-json.js'
import { without } from '../../base/json/write-json.js'
import type { Limits } from './limits.js'

/** A body whose header fields were moved, and the values of the headers by their lower-case names. */
export interface MovedFields {
  readonly body: JsonObject
  readonly headers: Readonly<Record<string, readonly string[]>>
}

/**
 * Moves the lists of a body that the server reads from headers. Returns undefined if the body has none. Other
 * values of these fields are kept, so that the server reports them.
 */
export function movedFields(body: JsonObject, { headerFields = {} }: Limits): MovedFields | undefined {
  const found = Object.keys(headerFields).filter((field) => isTokenList(body[field]))
  if (found.length === 0) return undefined
  const headers: Record<string, readonly string[]> = {}
  for (const field of found) {
    const { [field]: header = field } = headerFields
    headers[header] = [...(headers[header] ?? []), ...tokensOf(body[field])]
  }
  return { body: without(body, ...found), headers }
}

/** Adds lists to the headers of a request. */
export function addLists(headers: Headers, lists: MovedFields['headers']): void {
  for (const [name, values] of Object.entries(lists)) headers.set(name, headerList(values, headers.get(name)))
}

/** Returns a list as the value of a header, before the values that the header has already. */
function headerList(values: readonly string[], before: string | null): string {
  const own = before?.split(',').map((value) => value.trim()) ?? []
  return [...new Set([...values, ...own.filter((value) => value !== '')])].join(',')
}

function isTokenList(value: JsonValue | undefined): boolean {
  return isArray(value) && value.length > 0 && tokensOf(value).length === value.length
}

/** Returns the values that can be members of a header's list. */
function tokensOf(value: JsonValue | undefined): readonly string[] {
  const values = isArray(value) ? value : []
  return values.filter((each): each is string => typeof each === 'string' && /^[\w.:@/+-]+$/.test(each))
}
