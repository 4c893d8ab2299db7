import type { JsonValue } from '../../../src/base/json/json-types.js'
import { pointerTokens } from '../../../src/base/json/pointer.js'
import { jsonSpans, spanPath } from '../../../src/base/json/spans.js'
import type { Place } from '../protocol.js'
import { spellingsOf, subjectsAt } from './subjects.js'

/**
 * A requested position: a JSON Pointer into a value. The searched text is the JSON of this value, or has the
 * same content in another form.
 */
export interface Wanted {
  readonly path: string
  readonly value: JsonValue
}

/**
 * Returns the positions of paths in the JSON text of their value. A missing path has the position of its
 * nearest existing parent.
 */
export function exactPlaces(text: string, paths: readonly string[]): readonly (Place | undefined)[] {
  const wanted = new Set(paths.flatMap(prefixes))
  const found = new Map<string, Place>()
  if (wanted.size > 0)
    for (const span of jsonSpans(text)) {
      const key = keyOf(spanPath(span) ?? [])
      // The JSON may be followed by a stream, whose events are JSON, too.
      if (wanted.has(key) && !found.has(key)) found.set(key, { start: span.start, end: span.end })
    }
  return paths.map((path) =>
    prefixes(path)
      .map((prefix) => found.get(prefix))
      .find((place) => place !== undefined),
  )
}

/** Returns the path and its parent paths, the closest first. The complete document is excluded. */
function prefixes(path: string): string[] {
  const tokens = pointerTokens(path)
  return tokens.map((_token, index) => keyOf(tokens.slice(0, tokens.length - index)))
}

function keyOf(tokens: readonly string[]): string {
  return tokens.map((token) => JSON.stringify(token)).join()
}

/**
 * Returns the position of the same content in another form: found by an id, a name or a text, or by the name
 * of the setting.
 */
export function sameElsewhere(text: string, { path, value }: Wanted): Place | undefined {
  const literals = subjectsAt(value, path).map((subject) => JSON.stringify(subject))
  const keys = spellingsOf(path).map((name) => `${JSON.stringify(name)}:`)
  for (const literal of [...literals, ...keys]) {
    const start = text.indexOf(literal)
    if (start !== -1) return { start, end: start + literal.length }
  }
  return undefined
}
