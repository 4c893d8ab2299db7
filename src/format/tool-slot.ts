import { isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import { metadataOf, type OwnMetadata, withMetadata } from '../model/metadata.js'
import type { ToolSlot } from '../shape/tools.js'
import { CARRIED, carried, withCarried } from './carry.js'

/** Where a format has room for what it does not know. */
export interface SlotPlace {
  /** The object without the slot, what stood there, and what else of the object its codec needs back. */
  open(native: JsonObject): {
    readonly native: JsonObject
    readonly slot: JsonValue | undefined
    readonly kept?: OwnMetadata
  }
  /** The object with something in the slot. @param own what the format keeps of the value. */
  close(native: JsonObject, slot: JsonObject | undefined, own: OwnMetadata | undefined): JsonObject
}

/** A field of its own. */
const FIELD: SlotPlace = {
  open(native) {
    const { [CARRIED]: slot, ...others } = native
    return isObject(slot) ? { native: others, slot } : { native, slot: undefined }
  },
  close: (native, slot) => (slot === undefined ? native : { ...native, [CARRIED]: slot }),
}

/** What a tool has and the format has no field for, in its slot. Default: in a field of its own. */
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
