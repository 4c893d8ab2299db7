import { AdapterError } from '../base/json/adapter-error.js'
import type { JsonValue } from '../base/json/json-types.js'
import { parseJson } from '../base/json/parse.js'
import { asNative } from '../base/json/read-json.js'
import { toJson } from '../base/json/to-json.js'
import { stringifySorted } from '../base/json/write-json.js'
import { expectResults } from '../base/model/expect.js'
import type { ToolResult } from '../base/model/types.js'
import { digest } from '../base/seal/digest.js'

/**
 * Returns the SHA-256 checksum of a result as 64 hex digits. The order of members has no influence. A checksum detects
 * damage. It does not prove the origin of the result.
 * @example await store.set(id, JSON.stringify({ result, checksum: await checksumOf(result) }))
 */
export async function checksumOf(result: ToolResult): Promise<string> {
  expectResults([result])
  return digest(stringifySorted(toJson(result)))
}

/**
 * Restores a stored result, given as JSON or its text, and checks its checksum.
 * @throws AdapterError `untrusted` if the checksum differs; `wrong-type` for a value that is not a result.
 */
export async function restoreResult(stored: JsonValue | ToolResult, checksum: string): Promise<ToolResult> {
  const result = asNative<ToolResult>(typeof stored === 'string' ? parseJson(stored) : toJson(stored))
  const own = await checksumOf(result)
  if (own === checksum) return result
  throw new AdapterError('untrusted', '', `the checksum of the result is ${own}, not ${checksum}`)
}
