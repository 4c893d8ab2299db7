// Entry point `toolwire/telemetry`: spans of OpenTelemetry for turns, decoded exchanges and logs.

export { type TracedOptions, traced } from './src/chat/provider/traced.js'
export {
  type ExchangeSpanOptions,
  type ExchangeTime,
  exchangeSpans,
  type NamedProvider,
  type RecordedSpan,
  type TracedExchange,
} from './src/tools/telemetry/exchange-spans.js'
export { type OtlpOptions, otlpTraces } from './src/tools/telemetry/otlp.js'
