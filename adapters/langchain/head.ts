import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson, unlessEmpty } from '../../src/base/json/write-json.js'
import type { MetadataEntries, OwnMetadata } from '../../src/base/model/metadata.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { extraFields, extraOf, type Fields } from '../../src/codec/shape/fields.js'
import type { OpenedMessage } from './forms.js'
import { kwargsWith } from './slots.js'

/** A message before its content is decoded. */
export interface Head {
  readonly type: string
  readonly fields: JsonObject
  readonly content: JsonValue | undefined
  /** The data in `additional_kwargs.toolwire`. */
  readonly slot: JsonObject | undefined
  /** The other fields of `additional_kwargs`. */
  readonly kwargs: JsonObject
  /** The fields of `response_metadata`, except those that determine how the content is read. */
  readonly answer: JsonObject
  readonly metadata: MetadataEntries
}

const BLOCKS = 'content_blocks'

/**
 * Separates the head of a message. In LangChain's version 1, the content is in `content_blocks`, without
 * `content`.
 */
export function headOf({ type, fields, metadata }: OpenedMessage): Head {
  const blocks = fields[BLOCKS]
  const hasBlocks = isArray(blocks) && (fields.content === undefined || equalJson(fields.content, blocks))
  const { [CARRIED]: slot, ...kwargs } = objectIn(fields.additional_kwargs)
  const { output_version: version, model_provider: provider, ...answer } = objectIn(fields.response_metadata)
  const field = !hasBlocks ? undefined : fields.content === undefined ? BLOCKS : 'both'
  return {
    type,
    fields,
    content: field === BLOCKS ? blocks : fields.content,
    slot: objectOr(slot, undefined),
    kwargs,
    answer,
    metadata: {
      ...metadata,
      field,
      version: stringOr(version, undefined),
      provider: stringOr(provider, undefined),
    },
  }
}

/**
 * Returns the unknown fields of a message.
 * @param kwargs members of `additional_kwargs`.
 * @param answer members of `response_metadata`.
 */
export function headExtra(
  { fields, slot, metadata }: Head,
  read: Fields,
  kwargs: JsonObject,
  answer: JsonObject | undefined,
): JsonObject | undefined {
  const { version, provider, field } = metadata
  const isSaid = version !== undefined || provider !== undefined
  const extra = extraFields(fields, {
    ...read,
    additional_kwargs: 'object',
    response_metadata: 'object',
    [BLOCKS]: field === undefined ? undefined : 'array',
  })
  const left = {
    additional_kwargs: isObject(fields.additional_kwargs)
      ? slot === undefined
        ? kwargs
        : unlessEmpty(kwargs)
      : undefined,
    response_metadata:
      answer === undefined || !isObject(fields.response_metadata)
        ? undefined
        : isSaid
          ? unlessEmpty(answer)
          : answer,
  }
  return unlessEmpty({ ...extra, ...compact(left) })
}

/** Encodes the fields that every message has: content, `additional_kwargs` and `response_metadata`. */
export function writeHead(
  content: JsonValue | undefined,
  own: OwnMetadata | undefined,
  slot: JsonObject | undefined,
  version: string | undefined,
  answer?: JsonObject,
): { readonly [field: string]: JsonValue | undefined } {
  const extra = extraOf(own)
  const said = compact({ output_version: version, model_provider: stringOr(own?.provider, undefined) })
  const metadata = { ...objectIn(extra.response_metadata), ...answer, ...said }
  const isArrayLike = isArray(content)
  return {
    ...(own?.field !== BLOCKS || !isArrayLike ? { content } : {}),
    ...(own?.field !== undefined && isArrayLike ? { [BLOCKS]: content } : {}),
    additional_kwargs: kwargsWith(extra.additional_kwargs, slot, own?.slot),
    response_metadata: unlessEmpty(metadata),
  }
}
