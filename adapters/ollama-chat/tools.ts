import { wrongType } from '../../src/base/json/read-json.js'
import type { FunctionTool } from '../../src/base/model/types.js'
import { inside, needed, to, unread } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'
import { type FunctionCodec, toolsCodec } from '../../src/codec/shape/tool-codec.js'

const FUNCTION = /* @__PURE__ */ shape<FunctionTool>(
  { type: 'function' },
  {
    type: unread('function'),
    function: needed(
      inside('function', {
        name: needed(to('name')),
        description: to('description'),
        parameters: to('parameters', 'object'),
      }),
    ),
  },
)

const functions: FunctionCodec = {
  read(native, context) {
    const tool = FUNCTION.decode(native, context)
    if (tool === undefined)
      throw wrongType('an object with a name', native.function, `${context.path}/function`)
    return tool
  },
  write: (tool, context) => FUNCTION.encode(tool, context, context.path) ?? {},
}

/** A request cannot choose a tool, or limit parallel calls. */
export const tools = /* @__PURE__ */ toolsCodec({ functions, choice: { words: {} } })
