import { attempt } from '../../base/json/adapter-error.js'
import { valueAt } from '../../base/json/pointer.js'
import { isArray } from '../../base/json/read-json.js'
import { createContext } from '../../base/model/context.js'
import { readTools } from './foreign-tools.js'
import { parentPath } from './mends.js'
import type { Fix } from './rule.js'
import type { WireShapes } from './wire-shapes.js'
import { inPlaceOf } from './written-entries.js'

/** Writes a definition of another format in the wire's own form. There is no mend for tools that are no functions. */
export function mendTools({ codecs }: WireShapes): Fix {
  return (request, path) => {
    const place = parentPath(path)
    const tools = readTools([valueAt(request, place) ?? null])
    if (tools === undefined) return undefined
    const encoded = attempt(() => codecs.tools.encode(tools, createContext(codecs.id)))
    return 'value' in encoded && isArray(encoded.value) ? inPlaceOf(place, encoded.value) : undefined
  }
}
