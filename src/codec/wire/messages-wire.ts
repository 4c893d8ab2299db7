import { asJson, asNative, expectArray } from '../../base/json/read-json.js'
import { type ContextOptions, type Converted, converted } from '../../base/model/context.js'
import { expectMessages, expectNativeMessages } from '../../base/model/expect.js'
import type { Message } from '../../base/model/types.js'
import { markedMessages } from '../shape/cache-marks.js'
import { reportUnread } from '../stream/unread-calls.js'
import type { WireCodecs } from './contract.js'
import type { NativeTypes } from './everyday.js'

/** A wire whose messages can be decoded. */
export interface MessagesReader<Input extends object> {
  /** The wire id. */
  readonly id: string
  /** The codecs that move messages to another wire. */
  readonly codecs: MessagesCodecs
  /**
   * Decodes native messages.
   * @throws AdapterError for messages of another form, and for canonical messages.
   */
  decodeMessages(messages: readonly Input[], options?: ContextOptions): Converted<Message[]>
}

/**
 * A wire to which a history can be converted. `System` is undefined if the messages contain the system text.
 */
export interface MessagesWriter<Output extends object, System> {
  /** The wire id. */
  readonly id: string
  /** The codecs that fit messages to the wire. */
  readonly codecs: MessagesCodecs
  /**
   * Encodes messages without fitting; `translate` fits them first.
   * @throws AdapterError for messages that are not canonical, such as native messages.
   */
  encodeMessages(
    messages: readonly Message[],
    options?: ContextOptions,
  ): Converted<Output[]> & { readonly system?: System }
}

export type MessagesCodecs = Pick<WireCodecs, 'id' | 'limits' | 'fit' | 'sent'>

/** The native types of messages. */
type MessageTypes = Pick<NativeTypes, 'message' | 'messageInput' | 'system'>

/**
 * The part of an adapter that `translate` needs. Adapters export it as `messages`, which is smaller than the
 * complete adapter.
 * @example import { messages as claude } from 'toolwire/adapters/context.wire'
 */
export interface MessagesWire<Native extends MessageTypes>
  extends MessagesReader<Native['messageInput']>,
    MessagesWriter<Native['message'], Native['system']> {}

/** Creates `messages` of a wire. */
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
