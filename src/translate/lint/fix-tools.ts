import { attempt } from '../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'
import { createContext } from '../../base/model/context.js'
import { parentPath } from './fixes.js'
import { readTools } from './foreign-tools.js'
import type { Fix } from './rule.js'
import type { WireShapes } from './wire-shapes.js'
import { inPlaceOf } from './written-entries.js'

/**
 * Creates the fix that converts a definition of another format to the form of the wire. Tools that are not
 * functions have no fix.
 */
export function fixTools(shapes: WireShapes): Fix {
  return (request, path) => {
    const place = parentPath(path)
    const encoded = rewritten(valueAt(request, place), shapes)
    if (encoded === undefined) return undefined
    const around = shapes.tools?.(request).find((tool) => place.startsWith(`${tool.path}/`))
    if (around === undefined) return inPlaceOf(place, encoded)
    const value = innerOf(encoded, place.slice(around.path.length))
    return value && [{ op: 'replace', path: place, value }]
  }
}

function rewritten(tool: JsonValue | undefined, { codecs, wire }: WireShapes): JsonArray | undefined {
  const tools = readTools([tool ?? null])
  const encoded = tools && attempt(() => codecs.tools.encode(tools, createContext(wire)))
  return encoded !== undefined && 'value' in encoded && isArray(encoded.value) ? encoded.value : undefined
}

/** Returns the object inside a definition that was encoded as the only tool of a list. */
function innerOf([tool]: JsonArray, path: string): JsonObject | undefined {
  const tokens = pointerTokens(path).map((token) => (/^\d+$/.test(token) ? '0' : token))
  const inner = isObject(tool) ? valueAt(tool, tokens.reduce(at, '')) : undefined
  return isObject(inner) ? inner : undefined
}
