import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { at, isArray, isObject } from '../../../src/base/json/read-json.js'
import { MAX_SCHEMA_DEPTH } from '../../../src/base/schema/walk.js'
import type { Found } from '../../../src/translate/lint/found.js'
import type { Place } from '../../../src/translate/lint/view.js'

// Keywords that `ToolFunctionParameters` and `ToolProperty` read: https://github.com/ollama/ollama,
// `api/types.go`.

const PROPERTY = ['anyOf', 'type', 'items', 'description', 'enum', 'properties', 'required']
const ROOT = ['type', '$defs', 'items', 'required', 'properties']
/** Keywords without effect on a value, or that describe what models do by default. */
const NOT_MISSED = [
  '$schema',
  '$id',
  '$comment',
  'title',
  'examples',
  'description',
  'additionalProperties',
  'strict',
]

interface Fault extends Place {
  readonly says: string
}

interface ReadSchemas {
  /** The schemas that the server parses, beginning with the root. `items` are kept unchanged. */
  readonly schemas: readonly Found[]
  /** Values that the server cannot parse. */
  readonly faults: readonly Fault[]
}

/** Returns the schemas in a tool's parameters, as the server parses them. */
export function readSchemas(root: Found): ReadSchemas {
  const schemas: Found[] = []
  const faults: Fault[] = []
  const enter = (value: JsonValue, path: string, depth: number) => {
    if (!isObject(value)) {
      faults.push({ path, says: 'a schema must be an object' })
      return
    }
    schemas.push({ value, path })
    if (!isType(value.type, depth === 0)) faults.push({ path: `${path}/type`, says: typeFault(depth === 0) })
    if (depth < MAX_SCHEMA_DEPTH)
      for (const inner of innerOf(value, path, depth === 0)) enter(inner.value, inner.path, depth + 1)
  }
  enter(root.value, root.path, 0)
  return { schemas, faults }
}

function isType(type: JsonValue | undefined, isRoot: boolean): boolean {
  if (type === undefined || type === null || typeof type === 'string') return true
  return !isRoot && isArray(type) && type.every((word) => typeof word === 'string')
}

function typeFault(isRoot: boolean): string {
  return isRoot ? 'the type must be a text' : 'the type must be a text or a list of texts'
}

interface Inner extends Place {
  readonly value: JsonValue
}

/** Returns the nested schemas. The root cannot have alternatives. */
function innerOf({ properties, anyOf }: JsonObject, path: string, isRoot: boolean): Inner[] {
  const named = isObject(properties) ? Object.entries(properties) : []
  const listed = isArray(anyOf) && !isRoot ? [...anyOf.entries()] : []
  return [
    ...named.map(([name, value]) => ({ value, path: at(`${path}/properties`, name) })),
    ...listed.map(([index, value]) => ({ value, path: at(`${path}/anyOf`, index) })),
  ]
}

/** Returns schemas in which the server drops keywords that the model needs. */
export function lostKeywords(root: Found): (Place & { readonly keywords: readonly string[] })[] {
  return readSchemas(root).schemas.flatMap(({ value, path }, index) => {
    const read = index === 0 ? ROOT : PROPERTY
    const keywords = Object.keys(value).filter((key) => !read.includes(key) && !NOT_MISSED.includes(key))
    return keywords.length === 0 ? [] : [{ path, keywords }]
  })
}
