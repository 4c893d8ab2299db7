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
  systemMessages: 'one',
  hostedTools: {},
  vendorTools: false,
  foundTools: undefined,
  resumesPaused: false,
}

// URLs are not fetched: https://github.com/vercel/ai/tree/main/packages/google-vertex/src/anthropic and
// amazon-bedrock. Server tools are refused: https://github.com/8monkey-ai/hebo-platform/pull/451
const bedrock: Partial<Limits> = {
  ...elsewhere,
  mediaSources: ['data', 'text'],
  vendorTools: false,
  hostedTools: clientTools,
  // https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html
  headerFields: {},
}
// https://github.com/anthropics/claude-code/issues/10446: the search works.
const vertex: Partial<Limits> = {
  ...elsewhere,
  mediaSources: ['data', 'text'],
  vendorTools: false,
  hostedTools: { ...clientTools, web_search: /^/ },
}

/** Claude from 4.6 on: platforms accept `output_config.effort`, and newer models refuse budgets. */
const effort: Partial<Limits> = { reasoningDepth: 'either' }

/** Profiles of other platforms and servers of this wire. Sources: `vendor-sources.ts`. */
export const vendors = {
  bedrock,
  'bedrock-claude-4.6': { ...bedrock, ...effort },
  // The features that every server of the wire has, for servers that no profile describes.
  compatible: {
    systemMessages: 'one',
    hostedTools: {},
    vendorTools: false,
    foundTools: undefined,
    refusedSettings: [],
  },
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
  vertex,
  'vertex-claude-4.6': { ...vertex, ...effort },
  zai: imitation,
} satisfies Readonly<Record<string, Partial<Limits>>>
