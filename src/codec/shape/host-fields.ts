import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, objectOr } from '../../base/json/read-json.js'
import type { FunctionTool } from '../../base/model/types.js'

/** What a tool says to hosts (`RunFlags`) beside the definition that models see, for formats that hosts read. */
export function hostFields(tool: FunctionTool): JsonObject {
  return objectOr(asJson(tool), {})
}
