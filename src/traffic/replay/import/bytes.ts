import { AdapterError } from '../../../base/json/adapter-error.js'
import { fromBase64 } from '../../../base/json/base64.js'

/** Returns the bytes of a text in base64 or plain form. */
export function bytesOf(text: string, isBase64: boolean, path: string): Uint8Array {
  if (!isBase64) return new TextEncoder().encode(text)
  const bytes = fromBase64(text)
  if (bytes !== undefined) return bytes
  throw new AdapterError('wrong-type', path, 'the text is declared as base64, but is not')
}
