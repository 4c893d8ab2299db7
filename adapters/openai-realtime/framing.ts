export { ndjson as framing } from '../../src/codec/stream/framing.js'
