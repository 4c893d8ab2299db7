import type { Limits } from '../../src/codec/wire/limits.js'

/**
 * Fields without a canonical setting that other platforms reject:
 * https://github.com/anthropics/claude-code/issues/21612
 */
export const REFUSED_ELSEWHERE = ['container', 'context_management', 'mcp_servers', 'service_tier']

/** `output_config` (effort and format) is rejected like those fields; so are strict tools. */
const elsewhere: Partial<Limits> = {
  strictTools: false,
  reasoningDepth: 'budget',
  refusedSettings: ['outputFormat'],
  refusedFields: REFUSED_ELSEWHERE,
}

/** The tools of Anthropic that the client runs. */
const clientTools = { computer: /^/, shell: /^/, other: /^/ }

/** Servers of other makers: their models have only the tools of the client. */
const imitation: Partial<Limits> = {
  ...elsewhere,
  hostedTools: {},
  vendorTools: false,
  foundTools: undefined,
  resumesPaused: false,
}

/** Profiles of other platforms and servers of this wire. Sources: `vendor-sources.ts`. */
export const vendors = {
  // URLs are not fetched: https://github.com/vercel/ai/tree/main/packages/google-vertex/src/anthropic and
  // amazon-bedrock. Server tools are refused: https://github.com/8monkey-ai/hebo-platform/pull/451
  bedrock: {
    ...elsewhere,
    mediaSources: ['data', 'text'],
    vendorTools: false,
    hostedTools: clientTools,
  },
  // The features that every server of the wire has, for servers that no profile describes.
  compatible: { hostedTools: {}, vendorTools: false, foundTools: undefined, refusedSettings: [] },
  // Its server runs the search: https://github.com/Chevey339/kelivo/issues/1030
  deepseek: { ...imitation, hostedTools: { web_search: /^/ } },
  foundry: elsewhere,
  copilot: { ...elsewhere, vendorTools: false, hostedTools: clientTools },
  minimax: imitation,
  moonshot: imitation,
  // `Only base64 images are supported.`: https://github.com/ollama/ollama/blob/main/anthropic/anthropic.go
  'ollama-compat': { ...imitation, mediaSources: ['data'], userMedia: ['image'], resultMedia: ['image'] },
  // Any vendor's model is behind this wire, and Claude with the features of its platforms.
  openrouter: { ...elsewhere, vendorTools: false, hostedTools: clientTools },
  // https://github.com/anthropics/claude-code/issues/10446: the search works.
  vertex: {
    ...elsewhere,
    mediaSources: ['data', 'text'],
    vendorTools: false,
    hostedTools: { ...clientTools, web_search: /^/ },
  },
  zai: imitation,
} satisfies Readonly<Record<string, Partial<Limits>>>
