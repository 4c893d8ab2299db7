import {
  documented,
  inThreads,
  type LimitSource,
  type LimitSources,
  type ProfileSources,
  UNVERIFIED,
} from '../../src/codec/wire/limit-sources.js'
import type { vendors } from './vendors.js'

/** Returns the sources of the limits of servers that are known to refuse tools other than functions. */
const functionsBy = (source: LimitSource): LimitSources => ({
  customTools: source,
  namespaces: source,
  hostedTools: source,
  vendorTools: source,
  cacheKey: UNVERIFIED,
})

/** Returns the sources of the limits of chat templates, and of servers that read only text in results. */
const templateBy = (source: LimitSource): LimitSources => ({
  ...functionsBy(source),
  vendorParts: UNVERIFIED,
  developerRole: UNVERIFIED,
  systemMessages: inThreads('vllm-project/vllm#41114', 'ggml-org/llama.cpp#20733'),
  resultMedia: UNVERIFIED,
  resultParts: UNVERIFIED,
})

const llamaCpp = documented(
  'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp',
)
const ollama = documented('https://github.com/ollama/ollama/blob/main/openai/responses.go')
const vllm = documented('https://github.com/vllm-project/vllm/tree/main/vllm/entrypoints/openai')

const limits: Readonly<Record<keyof typeof vendors, LimitSources>> = {
  azure: {
    namespaces: inThreads('openai/codex#31882', 'openai/codex#31875'),
    refusedItemFields: inThreads('openai/codex#29469', 'openai/codex#30161'),
    refusesEmptyDescriptions: inThreads('openai/codex#37432', 'openai/codex#37487'),
  },
  'bedrock-mantle': {
    hostedTools: inThreads('pydantic/pydantic-ai#6536'),
    vendorTools: inThreads('pydantic/pydantic-ai#6536'),
  },
  compatible: { ...templateBy(UNVERIFIED), customTools: inThreads('tensorzero/tensorzero#5088') },
  copilot: {
    ...functionsBy(inThreads('caozhiyuan/copilot-api#185')),
    customTools: inThreads('ericc-ch/copilot-api#117'),
    namespaces: UNVERIFIED,
  },
  deepseek: {
    ...functionsBy(inThreads('Edward-lyz/codex-mixin#14')),
    vendorParts: UNVERIFIED,
    namespaces: UNVERIFIED,
    hostedTools: inThreads('Chevey339/kelivo#1030'),
    callsTogether: inThreads('pydantic/pydantic-ai#7430'),
  },
  'llama.cpp': {
    ...templateBy(llamaCpp),
    vendorParts: llamaCpp,
    resultMedia: llamaCpp,
    resultParts: llamaCpp,
    toolChoices: llamaCpp,
  },
  lmstudio: {
    ...templateBy(UNVERIFIED),
    namespaces: inThreads('lmstudio-ai/lmstudio-bug-tracker#1810'),
    developerRole: inThreads('lmstudio-ai/lmstudio-bug-tracker#2298'),
  },
  'ollama-compat': {
    ...templateBy(ollama),
    vendorParts: inThreads('ollama/ollama#18286', 'ollama/ollama#17673'),
    systemMessages: inThreads('ollama/ollama#17774'),
    toolChoices: ollama,
    userMedia: ollama,
  },
  openrouter: functionsBy(inThreads('openai/codex#12114')),
  sglang: { ...templateBy(inThreads('sgl-project/sglang#35216')), namespaces: UNVERIFIED },
  vllm: {
    ...templateBy(vllm),
    namespaces: inThreads('vllm-project/vllm#42475', 'vllm-project/vllm#49493'),
  },
  xai: functionsBy(inThreads('maximhq/bifrost#5428')),
}

/** The sources of the profiles. They are in a separate table, because only the command line loads them. */
export const vendorSources: Readonly<Record<string, ProfileSources>> = Object.fromEntries(
  Object.entries(limits).map(([name, sources]) => [name, { limits: sources, date: '2026-11-28' }]),
)
