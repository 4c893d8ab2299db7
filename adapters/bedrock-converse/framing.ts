export { eventStream as framing } from '../../src/codec/stream/aws-event-stream.js'
