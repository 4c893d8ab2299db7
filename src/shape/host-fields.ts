import type { JsonObject } from '../json/json-types.js'
import { asJson, objectOr } from '../json/read-json.js'
import type { FunctionTool } from '../model/types.js'

/** What a tool says to hosts (`RunFlags`) beside the definition that models see, for formats that hosts read. */
export function hostFields(tool: FunctionTool): JsonObject {
  return objectOr(asJson(tool), {})
}
