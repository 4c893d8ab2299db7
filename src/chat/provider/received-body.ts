import { joinedBytes } from '../../base/http/http-message.js'
import type { RawBody } from '../../base/model/raw-body.js'

/** Collects the chunks of an answer, for `rawBodyOf`. */
export class ReceivedBody {
  #chunks: (Uint8Array | string | object)[] = []

  /** Drops the chunks of an answer that is requested again. */
  restart(): void {
    this.#chunks = []
  }

  push(chunk: Uint8Array | string | object): void {
    this.#chunks.push(chunk)
  }

  /** Returns the body, or undefined if nothing was received. */
  get(): RawBody | undefined {
    const bytes = this.#chunks.filter((chunk) => chunk instanceof Uint8Array)
    if (bytes.length > 0) return textOrBytes(joinedBytes(bytes))
    const texts = this.#chunks.filter((chunk) => typeof chunk === 'string')
    if (texts.length > 0) return texts.join('')
    const objects = this.#chunks.filter((chunk) => typeof chunk === 'object')
    return objects.length > 1 ? objects : objects[0]
  }
}

/**
 * Returns a text as a string. The frames of a binary stream begin with the high byte of their length, which is 0; no
 * text begins so.
 */
function textOrBytes(bytes: Uint8Array): string | Uint8Array {
  return bytes[0] === 0 ? bytes : new TextDecoder().decode(bytes)
}
