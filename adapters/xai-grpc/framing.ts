/** One chunk per line. gRPC itself uses binary frames, which recordings do not keep. */
export { ndjson as framing } from '../../src/codec/stream/framing.js'
