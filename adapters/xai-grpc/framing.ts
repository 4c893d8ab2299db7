/** One chunk a line: gRPC itself frames messages in binary, which no recording keeps. */
export { ndjson as framing } from '../../src/codec/stream/framing.js'
