import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject, objectIn, stringOr, wrongType } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { FunctionTool, ProviderTool } from '../../src/base/model/types.js'
import { beside, inside, needed, to, usually } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'
import { toolsCodec } from '../../src/codec/shape/tool-codec.js'

/**
 * `{type: "function", function: {name, description?, parameters}}`. `strict_tools` makes all functions
 * strict.
 */
const FUNCTION = /* @__PURE__ */ shape<FunctionTool>(
  { type: 'function' },
  {
    type: usually(beside('string'), 'function'),
    function: needed(
      inside('body', {
        name: needed(to('name')),
        description: to('description'),
        parameters: usually(to('parameters', 'object'), { type: 'object', properties: {} }),
      }),
    ),
  },
)

export const tools = /* @__PURE__ */ toolsCodec({
  functions: {
    read(native, context) {
      const tool = FUNCTION.decode(native, context, context.path)
      if (tool !== undefined) return tool
      const { function: body } = native
      if (!isObject(body)) throw wrongType('an object', body, `${context.path}/function`)
      throw wrongType('a string', body.name, `${context.path}/function/name`)
    },
    write: (tool, context) => FUNCTION.encode(tool, context, context.path) ?? {},
  },
  readOther,
  // Without a choice the model decides.
  choice: { words: { none: 'NONE', required: 'REQUIRED' } },
})

/** Decodes a tool of an unknown type. */
function readOther(tool: JsonObject, { wire }: Context): ProviderTool | undefined {
  const type = stringOr(tool.type, 'function')
  if (type === 'function') return undefined
  const name = stringOr(objectIn(tool.function).name, type)
  return { type: 'provider', wire, kind: 'other', name, value: tool }
}
