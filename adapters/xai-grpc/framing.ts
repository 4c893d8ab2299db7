/** The framing of recordings: one chunk per line. gRPC uses binary frames, which recordings do not keep. */
export { ndjson as framing } from '../../src/codec/stream/framing.js'
