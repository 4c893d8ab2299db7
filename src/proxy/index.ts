export { type ProxyMemoryOptions, proxyMemory } from './memory.js'
export { createProxy } from './proxy.js'
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
