/** One chunk a line: gRPC itself frames messages in binary, which no recording keeps. */
export { ndjson as framing } from '../../src/stream/framing.js'
