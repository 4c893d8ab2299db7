import type { ModelResponse, Part } from '../../src/base/model/types.js'
import { stored } from './values.js'

/** The envelopes differ by nature (`object: "chat.completion.chunk"`); what the model said must not. */
export function comparable(response: ModelResponse): object {
  const { providerMetadata: _envelope, message, ...rest } = stored(response)
  return { ...rest, message: { ...message, parts: comparableParts(message.parts) } }
}

/** Object wires stream the text of arguments; whole responses hold only their value. */
export function comparableParts(parts: readonly Part[]): object[] {
  return parts.map((part) => {
    if (part.type !== 'tool-call' || part.status !== 'complete') return part
    const { rawArguments: _text, ...rest } = part
    return rest
  })
}
