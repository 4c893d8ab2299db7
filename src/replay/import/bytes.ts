import { AdapterError } from '../../json/errors.js'

/** The bytes of a text that is base64, or plain. */
export function bytesOf(text: string, isBase64: boolean, path: string): Uint8Array {
  if (!isBase64) return new TextEncoder().encode(text)
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    throw new AdapterError('wrong-type', path, 'the text is declared as base64, but is not')
  }
}
