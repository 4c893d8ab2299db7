import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, objectOr, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { TOOL_KINDS } from '../../base/model/constants.js'
import {
  type MetadataEntries,
  metadataOf,
  type OwnMetadata,
  withMetadata,
} from '../../base/model/metadata.js'
import type { ClientTool, ProviderTool } from '../../base/model/types.js'
import type { ToolSlot } from '../shape/tool-codec.js'
import { CARRIED, carried, withCarried } from './carry.js'

/** The position of a slot in native objects. */
export interface SlotPlace {
  /**
   * Returns the object without the slot, the slot's content, and the other data that the codec needs to
   * restore the object.
   */
  open(native: JsonObject): {
    readonly native: JsonObject
    readonly slot: JsonValue | undefined
    readonly kept?: MetadataEntries
  }
  /**
   * Returns the object with data in the slot.
   * @param own the metadata of the format on the value.
   */
  close(native: JsonObject, slot: JsonObject | undefined, own: OwnMetadata | undefined): JsonObject
}

/** A separate field as the slot. */
const FIELD: SlotPlace = {
  open(native) {
    const { [CARRIED]: slot, ...others } = native
    return isObject(slot) ? { native: others, slot } : { native, slot: undefined }
  },
  close: (native, slot) => (slot === undefined ? native : { ...native, [CARRIED]: slot }),
}

/**
 * Creates the slot for members of a tool that the format has no field for. Default: the slot is a separate
 * field.
 */
export function toolSlot(place: SlotPlace = FIELD): ToolSlot {
  return {
    open(before, context) {
      const { native, slot, kept } = place.open(before)
      return {
        native,
        read(tool) {
          const own = { ...metadataOf(tool, context), ...compact({ ...kept }) }
          const isKept = Object.keys(own).length > 0
          return withCarried(isKept ? withMetadata(tool, own, context) : tool, slot)
        },
      }
    },
    close: (native, tool, said, context) =>
      place.close(native, carried(tool, context, said), metadataOf(tool, context)),
  }
}

/** Encodes a tool of another wire in the form that `foreignToolIn` restores. */
export function keptForeignTool({ wire, kind, value, client }: ProviderTool): JsonObject {
  return compact({ wire, kind, value, client: client && { ...client } })
}

/**
 * Restores a tool of another wire from the form that `keptForeignTool` wrote; undefined for any other value.
 */
export function foreignToolIn(
  { wire, kind, value, client }: JsonObject,
  name: string,
): ProviderTool | undefined {
  if (typeof wire !== 'string' || value === undefined) return undefined
  return compact({
    type: 'provider' as const,
    wire,
    kind: TOOL_KINDS.find((one) => one === kind) ?? 'other',
    name,
    value,
    client: isObject(client) ? clientIn(client) : undefined,
  })
}

function clientIn({ description, parameters }: JsonObject): ClientTool {
  return compact({
    description: stringOr(description, undefined),
    parameters: objectOr(parameters, undefined),
  })
}
