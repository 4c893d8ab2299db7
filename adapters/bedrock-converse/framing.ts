export { eventStream as framing } from '../../src/stream/aws-event-stream.js'
