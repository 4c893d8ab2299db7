import type { JsonObject } from '../base/json/json-types.js'
import { isObject } from '../base/json/read-json.js'
import type { ToolDefinition } from '../base/model/types.js'
import { createFreeTexts } from '../translate/fit/fit-names.js'

/** A tool that a text may call. */
export interface DeclaredTool {
  /** The original name of the tool, independent of the dialect. */
  readonly name: string
  /** True if the tool accepts free text. */
  readonly isCustom: boolean
  /** JSON Schemas of the arguments, by name; undefined if not stated. */
  readonly properties: JsonObject | undefined
  /** The complete schema, to which the properties may refer. */
  readonly schema: JsonObject
}

const LONGEST_NAME = 64
const HASH_LENGTH = 8

/**
 * Maps the names that a text may use to tools: first the original names, then, for names with characters
 * outside the dialect, a name derived from the original, always the same one. If a tool has several names,
 * the last one is written.
 * @param characters that names may have, as the inside of a character class. Default: any, without a length
 * limit.
 */
export function declaredTools(
  tools: readonly ToolDefinition[],
  characters: string | undefined,
): ReadonlyMap<string, DeclaredTool> {
  const names =
    characters === undefined
      ? undefined
      : createFreeTexts(
          { characters, pattern: `[a-zA-Z_][${characters}]*`, maxLength: LONGEST_NAME },
          HASH_LENGTH,
        )
  const declared = new Map<string, DeclaredTool>()
  for (const tool of tools) {
    if (tool.type !== 'function' && tool.type !== 'custom') continue
    const schema = (tool.type === 'function' ? tool.parameters : undefined) ?? {}
    const { properties } = schema
    declared.set(tool.name, {
      name: tool.name,
      isCustom: tool.type === 'custom',
      properties: isObject(properties) && Object.keys(properties).length > 0 ? properties : undefined,
      schema,
    })
  }
  for (const tool of [...declared.values()]) {
    const name = names?.take(tool.name) ?? tool.name
    if (!declared.has(name)) declared.set(name, tool)
  }
  return declared
}
