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

/** Where a format has room for what it does not know. */
export interface SlotPlace {
  /** The object without the slot, what stood there, and what else of the object its codec needs back. */
  open(native: JsonObject): {
    readonly native: JsonObject
    readonly slot: JsonValue | undefined
    readonly kept?: MetadataEntries
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

/** A tool that only another wire has, as formats keep it. */
export function keptForeignTool({ wire, kind, value, client }: ProviderTool): JsonObject {
  return compact({ wire, kind, value, client: client && { ...client } })
}

/** The tool out of what was kept of it; undefined for anything else. */
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
