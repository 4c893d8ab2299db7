import { asJson, objectOr } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import type { FunctionTool } from '../model/types.js'

/** What a tool says to hosts (`RunFlags`) beside the definition that models see, for formats that hosts read. */
export function hostFields(tool: FunctionTool): JsonObject {
  return objectOr(asJson(tool), {})
}
