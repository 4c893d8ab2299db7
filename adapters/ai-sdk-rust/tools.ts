import type { JsonObject } from '../../src/base/json/json-types.js'
import { expectString, objectIn, stringOr } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { ProviderTool } from '../../src/base/model/types.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { foreignToolIn, keptForeignTool, toolSlot } from '../../src/codec/format/tool-slot.js'
import { beside, to, usually } from '../../src/codec/shape/rows.js'
import { functionCodec, toolsCodec } from '../../src/codec/shape/tool-codec.js'
import { definedTool, toolOfProvider } from './provider-tools.js'
import { CAMEL_CASE, opened, writeNames } from './slots.js'

const PLACE = 'providerOptions'
const PROVIDER_DEFINED = /^provider-?(?:defined)?$/
/** The id of a tool of another wire, which the crate's modules do not know. */
const FOREIGN = 'toolwire.provider'

export const tools = /* @__PURE__ */ toolsCodec({
  functions: /* @__PURE__ */ functionCodec({
    rows: {
      type: usually(beside('string'), 'function'),
      description: to('description'),
      // The crate requires a schema for functions.
      inputSchema: usually(to('parameters', 'object'), { type: 'object', properties: {} }),
    },
    slot: toolSlot({
      open(tool) {
        const { native, slot, spelling } = opened(tool, CAMEL_CASE, PLACE)
        return { native, slot, kept: { spelling } }
      },
      close(native, slot, own) {
        const options = slot && { [PLACE]: { ...objectIn(native[PLACE]), [CARRIED]: slot } }
        return writeNames({ ...native, ...options }, CAMEL_CASE, own?.spelling)
      },
    }),
  }),
  readOther: readProviderTool,
  writeForeign: (tool) =>
    definedTool(tool) ?? {
      type: 'providerdefined',
      id: FOREIGN,
      name: tool.name,
      args: keptForeignTool(tool),
    },
  // An object of the type, or the bare word. The request codec handles the other fields.
  choice: {
    words: { auto: { type: 'auto' }, none: { type: 'none' }, required: { type: 'required' } },
    otherWords: [
      ['auto', 'auto'],
      ['none', 'none'],
      ['required', 'required'],
    ],
    named: [(name) => ({ type: 'tool', tool_name: name }), (name) => ({ type: 'tool', toolName: name })],
  },
})

function readProviderTool(native: JsonObject, { wire, path }: Context): ProviderTool | undefined {
  if (!PROVIDER_DEFINED.test(stringOr(native.type, ''))) return undefined
  const id = stringOr(native.id, '')
  const name = stringOr(native.name, undefined) ?? id.slice(id.indexOf('.') + 1)
  if (name === '') expectString(native.name, `${path}/name`)
  const foreign = id === FOREIGN ? foreignToolIn(objectIn(native.args), name) : undefined
  const own = { type: 'provider' as const, wire, kind: 'other' as const, name, value: native }
  return foreign ?? toolOfProvider(native, name) ?? own
}
