export type { MatchingOptions } from './answer.js'
export { CASSETTE_VERSION, CassetteWriter, type IndexedExchange, readExchanges } from './cassette.js'
export type * from './exchange.js'
export { CASSETTE_EXTENSION } from './library.js'
export type { Difference, Noise } from './match.js'
export { createReplay, type Replay, type ReplayOptions } from './open.js'
export { REDACTED } from './plain-secrets.js'
export {
  createRecorder,
  type ExchangeSink,
  type Fetch,
  type Recorder,
  type RecorderOptions,
} from './record.js'
export type { Matching } from './recordings.js'
export { type RedactOptions, redactExchange, redactText } from './redact.js'
export type { Outcome, Playback, ReplayMode } from './replay.js'
export type { Fault, Timing } from './serve.js'
export { type Answered, type LocalServer, type ServeOptions, serveFetch } from './server.js'
