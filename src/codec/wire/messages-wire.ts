import { asJson, asNative, expectArray } from '../../base/json/read-json.js'
import { type ContextOptions, type Converted, converted } from '../../base/model/context.js'
import { expectMessages, expectNativeMessages } from '../../base/model/expect.js'
import type { Message } from '../../base/model/types.js'
import { markedMessages } from '../shape/cache-marks.js'
import { reportUnread } from '../stream/unread-calls.js'
import type { WireCodecs } from './contract.js'
import type { NativeTypes } from './everyday.js'

/** A wire whose messages can be read. */
export interface MessagesReader<Input extends object> {
  /** The wire id. */
  readonly id: string
  /** What moving them elsewhere needs. */
  readonly codecs: MessagesCodecs
  /**
   * Native messages in canonical form.
   * @throws AdapterError when they are none of the wire, and for messages that are canonical already.
   */
  decodeMessages(messages: readonly Input[], options?: ContextOptions): Converted<Message[]>
}

/** A wire to whose messages a history can be fitted and written. `System` is undefined where messages hold it. */
export interface MessagesWriter<Output extends object, System> {
  /** The wire id. */
  readonly id: string
  /** What fitting to it needs. */
  readonly codecs: MessagesCodecs
  /**
   * Writes messages as they are; `translate` fits them first.
   * @throws AdapterError when they are not canonical, such as messages of a provider.
   */
  encodeMessages(
    messages: readonly Message[],
    options?: ContextOptions,
  ): Converted<Output[]> & { readonly system?: System }
}

export type MessagesCodecs = Pick<WireCodecs, 'id' | 'limits' | 'fit' | 'sent'>

/** The native types that messages speak of. */
type MessageTypes = Pick<NativeTypes, 'message' | 'messageInput' | 'system'>

/**
 * As much of an adapter as `translate` needs. Adapters export it as `messages`, which weighs less than the whole.
 * @example import { messages as claude } from 'toolwire/adapters/context.wire'
 */
export interface MessagesWire<Native extends MessageTypes>
  extends MessagesReader<Native['messageInput']>,
    MessagesWriter<Native['message'], Native['system']> {}

/** Makes `messages` of a wire. */
export function messagesWire<Native extends MessageTypes>(
  codecs: MessagesCodecs & Pick<WireCodecs, 'messages' | 'converter' | 'cacheFields'>,
): MessagesWire<Native> {
  const { id, converter = asJson } = codecs
  const codec = markedMessages(codecs.messages, codecs.cacheFields)
  return {
    id,
    codecs,
    decodeMessages: (messages, options) =>
      converted(id, options, (context) => {
        const native = expectArray(converter(messages), '')
        const decoded = codec.decode(native, { ...context, path: '' })
        reportUnread(native, decoded, context)
        if (decoded.every(({ parts }) => parts.length === 0)) expectNativeMessages(native)
        return decoded
      }),
    encodeMessages(messages, options) {
      if (options?.validate !== false) expectMessages(messages)
      const { value, notices } = converted(id, options, (context) => codec.encode(messages, context))
      const system = value.system === undefined ? undefined : asNative<Native['system']>(value.system)
      return { value: asNative(value.messages), system, notices }
    },
  }
}
