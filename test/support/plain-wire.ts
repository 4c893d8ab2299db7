import { asJson, asNative, expectArray, expectObject } from '../../src/base/json/read-json.js'
import type { Conversation, Message, ModelResponse } from '../../src/base/model/types.js'
import type { Wire } from '../../src/codec/wire/contract.js'
import { type Adapter, defineAdapter, type NativeTypes } from '../../src/codec/wire/define-adapter.js'
import type { FitTarget } from '../../src/translate/fit/fit.js'

/** The native types of a fictitious wire whose format is the canonical one. */
export interface PlainTypes extends NativeTypes {
  readonly message: Message
  readonly messageInput: Message
  readonly request: Conversation
  readonly requestInput: Conversation
  readonly response: ModelResponse
  readonly responseInput: ModelResponse
}

/**
 * Returns an adapter for this wire, with the limits of a fictitious target. It encodes the output of `fit`
 * unchanged.
 */
export function plainWire(id: string, { limits }: FitTarget): Adapter<PlainTypes> {
  const codecs: Wire = {
    id,
    title: id,
    docs: '',
    limits,
    messages: {
      decode: (messages) => asNative<Message[]>(messages),
      encode: (messages) => ({ messages: expectArray(asJson(messages), '') }),
      encodeResults: () => [],
    },
    request: {
      decode: (request) => asNative<Conversation>(request),
      encode: (conversation) => expectObject(asJson(conversation), ''),
    },
    response: {
      decode: (response) => asNative<ModelResponse>(response),
      encode: (response) => expectObject(asJson(response), ''),
    },
    evidence: [],
  }
  return defineAdapter<PlainTypes>(codecs)
}
