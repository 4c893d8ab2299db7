export { eventStream as framing } from '../../src/stream/event-stream.js'
