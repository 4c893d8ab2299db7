import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, objectOr } from '../../base/json/read-json.js'
import type { FunctionTool } from '../../base/model/types.js'

/**
 * Returns the fields of a tool for hosts (`RunFlags`), without the definition for models. Only formats that
 * hosts read contain these fields.
 */
export function hostFields(tool: FunctionTool): JsonObject {
  return objectOr(asJson(tool), {})
}
