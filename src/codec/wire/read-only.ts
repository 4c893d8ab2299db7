import { AdapterError } from '../../base/json/adapter-error.js'
import type { Wire } from './contract.js'

/** The codecs of a format that is only decoded: decoders without encoders. */
type Decoders = {
  readonly [Codec in 'messages' | 'tools' | 'request' | 'response']?: Omit<
    NonNullable<Wire[Codec]>,
    'encode' | 'encodeResults' | 'encodeChoice'
  >
}

/**
 * Returns the format with encoders that throw `unsupported`: this format is a historical record that cannot
 * be imported again.
 */
export function readOnly(format: Omit<Wire, keyof Decoders> & Decoders): Wire {
  const never = (): never => {
    throw new AdapterError('unsupported', '', `${format.title} can only be read, not written`)
  }
  const { messages, tools, request, response, ...rest } = format
  return {
    ...rest,
    readOnly: true,
    ...(messages && { messages: { ...messages, encode: never, encodeResults: never } }),
    ...(tools && { tools: { ...tools, encode: never, encodeChoice: never } }),
    ...(request && { request: { ...request, encode: never } }),
    ...(response && { response: { ...response, encode: never } }),
  }
}
