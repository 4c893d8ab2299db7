import type { ModelResponse, Part } from '../../src/base/model/types.js'
import { stored } from './values.js'

/**
 * Returns a response without its envelope. Envelopes always differ (`object: "chat.completion.chunk"`); the
 * model's output must not.
 */
export function comparable(response: ModelResponse): object {
  const { providerMetadata: _envelope, message, ...rest } = stored(response)
  return { ...rest, message: { ...message, parts: comparableParts(message.parts) } }
}

/** Object wires stream the text of arguments. Complete responses contain only their value. */
export function comparableParts(parts: readonly Part[]): object[] {
  return parts.map((part) => {
    if (part.type !== 'tool-call' || part.status !== 'complete') return part
    const { rawArguments: _text, ...rest } = part
    return rest
  })
}
