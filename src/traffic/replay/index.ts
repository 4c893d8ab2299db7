export type * from '../../base/http/recorded-exchange.js'
export { type RedactOptions, redactExchange, redactText } from '../redaction/redact.js'
export { REDACTED } from '../redaction/secrets-in-text.js'
export { CassetteWriter, type IndexedExchange, readExchanges } from './cassette.js'
export { CASSETTE_EXTENSION } from './find-recordings.js'
export type { Difference, Noise } from './match.js'
export { CASSETTE_VERSION } from './read-cassette.js'
export type { MatchingOptions, Playback } from './recorded-answers.js'
export {
  createRecorder,
  type ExchangeSink,
  type Fetch,
  type Recorder,
  type RecorderOptions,
} from './recorder.js'
export type { Matching } from './recordings.js'
export {
  createReplay,
  type Replay,
  type ReplayMode,
  type ReplayOptions,
  type ReplayOutcome,
} from './replay-fetch.js'
export type { Fault, Timing } from './serve.js'
export { type AnsweredRequest, type LocalServer, type ServeOptions, serveFetch } from './server.js'
