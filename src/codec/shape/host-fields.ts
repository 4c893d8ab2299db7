import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, objectOr } from '../../base/json/read-json.js'
import type { FunctionTool } from '../../base/model/types.js'

/**
 * Returns the fields of a tool for hosts (`RunFlags`) besides the definition for models, for formats that
 * hosts read.
 */
export function hostFields(tool: FunctionTool): JsonObject {
  return objectOr(asJson(tool), {})
}
