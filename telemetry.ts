// Entry point `toolwire/telemetry`: spans of OpenTelemetry for turns, decoded exchanges and logs.

export { type TracedOptions, traced } from './src/chat/provider/traced.js'
