import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import type { Part } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'

/** Returns the parts of a native message or item, which is decoded alone. */
export function partsIn(native: JsonObject, { codecs, decodeRequest }: Adapter): readonly Part[] {
  const list = codecs.id === 'openai-responses' ? 'input' : 'messages'
  const decoded = attempt(() => decodeRequest({ [list]: [native] }).value.messages)
  return 'value' in decoded ? decoded.value.flatMap(({ parts }) => parts) : []
}
