export { type ProxyMemoryOptions, proxyMemory } from './client-state.js'
export { type ProxyMetrics, proxyMetrics } from './metrics.js'
export { createProxy } from './proxy.js'
export { type ProxyTelemetryApi, proxyTelemetry } from './telemetry.js'
export type {
  KeySource,
  ProxiedRequest,
  ProxyOptions,
  ProxyRoute,
  ProxyTarget,
  ProxyTimer,
  SettingOverrides,
  ToolwireProxy,
  UpstreamFetch,
} from './types.js'
