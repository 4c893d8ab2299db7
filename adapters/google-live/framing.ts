export { ndjson as framing } from '../../src/stream/framing.js'
