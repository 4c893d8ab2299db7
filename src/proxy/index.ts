export type { Timer } from '../base/http/timer.js'
export type { Credentials, KeyAccess, Platform } from '../codec/wire/contract.js'
export { type ProxyMemoryOptions, proxyMemory } from './client-state.js'
export { createProxy } from './create-proxy.js'
export type { DeferredPolicy } from './deferred-tools.js'
export { KeyRing, type RingSource } from './key-ring.js'
export { type ProxyMetrics, proxyMetrics } from './metrics.js'
export type {
  ProxiedRequest,
  ProxyOptions,
  ProxyRoute,
  ProxyTarget,
  ProxyUser,
  SignRequest,
  ToolwireProxy,
  UnsignedRequest,
  UpstreamFetch,
} from './proxy-types.js'
export type { SettingOverrides } from './shared-options.js'
export type { Substitute, SubstitutedKind, Substitutes } from './substitute-tools.js'
export type { RestingOptions } from './target-health.js'
export { type ProxyTelemetryApi, proxyTelemetry } from './telemetry.js'
export type { Unpacker, Unpackers } from './unpacking.js'
