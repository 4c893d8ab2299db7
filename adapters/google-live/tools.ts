import { type Context, inform } from '../../src/base/model/context.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { ToolDefinition } from '../../src/base/model/types.js'
import type { ToolsCodec } from '../../src/codec/shape/codecs.js'
import { dropChoice } from '../../src/codec/shape/losses.js'
import { declarations } from './family.js'

/**
 * Sessions ignore `parametersJsonSchema`, and the model then guesses argument names (rule GLIVE-SCHEMA-02).
 */
export function inOpenApi(definitions: readonly ToolDefinition[], context: Context): ToolDefinition[] {
  return definitions.map((tool) =>
    tool.type === 'function' && tool.parameters !== undefined && metadataOf(tool, context) === undefined
      ? withMetadata(tool, { field: 'parameters', openApi: 'names' }, context)
      : tool,
  )
}

export const tools: ToolsCodec = {
  decode: declarations.decode,
  encode: (definitions, context) => declarations.encode(inOpenApi(definitions, context), context),
  decodeChoice: () => ({ type: 'auto' }),
  encodeChoice(choice, context) {
    if (choice.type !== 'auto') return dropChoice('has no form in sessions', context)
    const message =
      'sessions have no field for the tool choice `auto`, which is their default; it is left out'
    return inform('tool-choice-implied', message, { ...context, path: '/toolChoice' })
  },
}
