export type { Timer } from '../http/timer.js'
export type { KeySource } from '../send/access.js'
export type { Credentials, KeyAccess, Platform } from '../wire/contract.js'
export { type ProxyMemoryOptions, proxyMemory } from './client-state.js'
export { type ProxyMetrics, proxyMetrics } from './metrics.js'
export { createProxy } from './proxy.js'
export { type ProxyTelemetryApi, proxyTelemetry } from './telemetry.js'
export type {
  ProxiedRequest,
  ProxyOptions,
  ProxyRoute,
  ProxyTarget,
  SettingOverrides,
  SignRequest,
  ToolwireProxy,
  UnsignedRequest,
  UpstreamFetch,
} from './types.js'
export type { Unpacker, Unpackers } from './unpacking.js'
