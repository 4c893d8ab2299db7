import type { Limits } from '../../src/codec/wire/limits.js'

/** Only OpenAI, Azure and xAI are known to run other tools than functions. */
const functions: Partial<Limits> = {
  customTools: false,
  namespaces: false,
  hostedTools: {},
  vendorTools: false,
  cacheKey: false,
}

/**
 * Servers that accept only the usual items, and only text in results, and whose chat templates may refuse a second
 * system message.
 */
const template: Partial<Limits> = {
  ...functions,
  vendorParts: false,
  developerRole: false,
  systemMessages: 'one',
  resultMedia: [],
  resultParts: false,
}

/** Profiles of other servers of this wire. Sources: `vendor-sources.ts`. */
export const vendors = {
  // Free-text tools with grammars are accepted: https://github.com/vercel/ai/issues/12964
  azure: {
    namespaces: false,
    refusedItemFields: ['metadata', 'internal_chat_message_metadata_passthrough'],
    refusesEmptyDescriptions: true,
  },
  // OpenAI's hosted tools are not served: MANTLE-TOOLS-01.
  'bedrock-mantle': { hostedTools: {}, vendorTools: false },
  // The features that every server of the wire has, for servers that no profile describes.
  compatible: template,
  // `The use of the web search tool is not supported.`: https://github.com/caozhiyuan/copilot-api/issues/185
  copilot: functions,
  // `Only 'apply_patch' is supported.`: https://github.com/Edward-lyz/codex-mixin/issues/14
  deepseek: { ...functions, vendorParts: false, callsTogether: true },
  // Other tools are silently left out, and other items are refused:
  // https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp
  'llama.cpp': { ...template, toolChoices: ['auto', 'none', 'required'] },
  // `namespace` is refused: https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1810
  lmstudio: template,
  // `tool_choice` is not read, and `file inputs are not currently supported`:
  // https://github.com/ollama/ollama/blob/main/openai/responses.go
  'ollama-compat': { ...template, toolChoices: ['auto'], userMedia: ['image'] },
  // https://github.com/openai/codex/issues/12114
  openrouter: functions,
  // Free-text tools are left out without a word: https://github.com/sgl-project/sglang/issues/35216
  sglang: template,
  // `namespace` is refused: https://github.com/vllm-project/vllm/issues/42475
  vllm: template,
  // `unknown variant `namespace`, expected one of …`: https://github.com/maximhq/bifrost/issues/5428
  xai: {
    ...functions,
    hostedTools: {
      web_search: /^/,
      code_execution: /^/,
      file_search: /^/,
      image_generation: /^/,
      mcp: /^/,
      shell: /^/,
    },
  },
} satisfies Readonly<Record<string, Partial<Limits>>>
