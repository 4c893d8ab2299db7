import type { JsonObject } from '../base/json/json-types.js'
import { isObject } from '../base/json/read-json.js'
import type { ToolDefinition } from '../base/model/types.js'
import { createFreeTexts } from '../translate/fit/fit-names.js'

/** A tool that a text may call. */
export interface DeclaredTool {
  /** As it was defined, whatever the dialect calls it. */
  readonly name: string
  /** Whether it takes free text. */
  readonly isCustom: boolean
  /** JSON Schemas of its arguments, by name; undefined when none are stated. */
  readonly properties: JsonObject | undefined
  /** The whole schema, which those may refer to. */
  readonly schema: JsonObject
}

const LONGEST_NAME = 64
const HASH_LENGTH = 8

/**
 * The tools by the names that a text may call them: their own ones, and after these, for those that the dialect has no
 * letters for, a name that is made of it, the same one every time. The last one of a tool is the one that is written.
 * @param characters that names may have, as the inside of a character class. Default: any, as long as a name likes.
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
