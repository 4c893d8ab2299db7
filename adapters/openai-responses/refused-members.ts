import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { mapMessages, mapParts, mapTools } from '../../src/base/model/change.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Message, Part } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import type { FitContext } from '../../src/codec/wire/fit-step.js'
import { reportField } from '../../src/translate/fit/drop-settings.js'

/** Drops the fields of items that the server refuses. */
export function dropRefusedItemFields(conversation: Conversation, fit: FitContext): Conversation {
  const { refusedItemFields: refused = [] } = fit.limits
  if (refused.length === 0) return conversation
  return mapMessages(conversation, fit, (message) => {
    const kept = mapParts(message, fit, (part) => withoutFields(part, refused, fit.pathOf(part), fit))
    return withoutFields(kept, refused, fit.pathOf(message), fit)
  })
}

function withoutFields<Value extends Message | Part>(
  value: Value,
  refused: readonly string[],
  path: string,
  fit: FitContext,
): Value {
  const without = (fields: JsonObject) => omitted(fields, refused, (name) => reportField(name, path, fit))
  if ('type' in value && value.type === 'opaque') {
    const { value: native, wire } = value
    if (wire !== fit.wire || !isObject(native)) return value
    const kept = without(native)
    return kept === native ? value : { ...value, value: kept }
  }
  const own = metadataOf(value, fit)
  const item = isObject(own?.item) ? own.item : {}
  const [extra, itemExtra] = [extraOf(own), isObject(item.extra) ? item.extra : {}]
  const [kept, itemKept] = [without(extra), without(itemExtra)]
  if (kept === extra && itemKept === itemExtra) return value
  const more = itemKept === itemExtra ? {} : { item: { ...item, extra: itemKept } }
  return withMetadata(value, { ...own, ...(kept !== extra && { extra: kept }), ...more }, fit)
}

/** Returns the fields without the refused ones; the same object if it has none. */
function omitted(fields: JsonObject, refused: readonly string[], report: (name: string) => void): JsonObject {
  const found = refused.filter((name) => Object.hasOwn(fields, name))
  if (found.length === 0) return fields
  for (const name of found) report(name)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !found.includes(name)))
}

/** Drops empty descriptions of tools, if the server refuses them. */
export function dropEmptyDescriptions(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.refusesEmptyDescriptions !== true) return conversation
  return mapTools(conversation, fit, (tool) => {
    if (!('description' in tool) || tool.description !== '') return tool
    const { description: _description, ...rest } = tool
    return rest
  })
}
