import type { JsonValue } from '../../src/base/json/json-types.js'
import { objectIn } from '../../src/base/json/read-json.js'
import { without } from '../../src/base/json/write-json.js'
import { mapMessages, mapParts, mapTools } from '../../src/base/model/change.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Message, Part } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import type { FitContext } from '../../src/codec/wire/fit-step.js'
import { reportField } from '../../src/translate/fit/drop-settings.js'

/** A field that only responses have. */
const CREATED_BY = 'created_by'

/** Drops the fields of items that the server refuses, and `created_by`. */
export function dropItemFields(conversation: Conversation, fit: FitContext): Conversation {
  const refused = [CREATED_BY, ...(fit.limits.refusedItemFields ?? [])]
  return mapMessages(conversation, fit, (message) =>
    withoutFields(
      mapParts(message, fit, (part) => withoutFields(part, refused, fit)),
      refused,
      fit,
    ),
  )
}

function withoutFields<Value extends Message | Part>(
  value: Value,
  refused: readonly string[],
  fit: FitContext,
): Value {
  const own = metadataOf(value, fit)
  const item = objectIn(own?.item)
  const native =
    'type' in value && value.type === 'opaque' && value.wire === fit.wire ? value.value : undefined
  const places = [objectIn(native), extraOf(own), objectIn(item.extra)]
  const found = refused.filter((name) => places.some((fields) => fields[name] !== undefined))
  if (found.length === 0) return value
  for (const name of found) if (name !== CREATED_BY) reportField(name, fit.pathOf(value), fit)
  const kept = (fields: JsonValue | undefined) => without(objectIn(fields), ...found)
  if (native !== undefined) return { ...value, value: kept(native) }
  const itemKept = own?.item === undefined ? {} : { item: { ...item, extra: kept(item.extra) } }
  return withMetadata(value, { ...own, extra: kept(extraOf(own)), ...itemKept }, fit)
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
