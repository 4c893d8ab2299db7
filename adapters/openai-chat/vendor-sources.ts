import {
  documented,
  inLibrary,
  inThreads,
  type LimitSource,
  type LimitSources,
  type ProfileSources,
  UNVERIFIED,
} from '../../src/codec/wire/limit-sources.js'
import type { vendors } from './vendors.js'

const PYDANTIC = 'https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai'
const VERCEL = 'https://github.com/vercel/ai/blob/main/packages'
const pydantic = (name: string) => inLibrary(`${PYDANTIC}/${name}.py`)
const vercel = (name: string) => inLibrary(`${VERCEL}/${name}`)

/** Clients that send `system` to these vendors. */
const systemOnly = inLibrary('https://github.com/badlogic/pi-mono/tree/main/packages/ai')

/** Returns the source for each limit of a server that accepts only functions. */
const onlyFunctions = (source: LimitSource) => ({
  customTools: source,
  hostedTools: source,
  vendorTools: source,
})

const functions = {
  ...onlyFunctions(UNVERIFIED),
  customTools: inThreads('tensorzero/tensorzero#5088'),
  developerRole: UNVERIFIED,
} satisfies LimitSources
const vendor = { ...functions, cacheKey: UNVERIFIED } satisfies LimitSources
const older = { ...vendor, settingForms: UNVERIFIED } satisfies LimitSources
const oneSystem = {
  ...older,
  systemMessages: inThreads('vllm-project/vllm#41114', 'ggml-org/llama.cpp#20733'),
} satisfies LimitSources

const alternation = inThreads('ggml-org/llama.cpp#19851', 'SWE-agent/mini-swe-agent#759')
const template = {
  ...oneSystem,
  alternatingRoles: alternation,
  resultsAlone: alternation,
} satisfies LimitSources

const cerebrasTypes = documented(
  'https://github.com/Cerebras/cerebras-cloud-sdk-node/blob/main/src/resources/chat/completions.ts',
)
const cerebras = {
  ...functions,
  developerRole: systemOnly,
  parallelSwitch: pydantic('providers/cerebras'),
  settingForms: cerebrasTypes,
  refusedSettings: pydantic('providers/cerebras'),
  knownFields: cerebrasTypes,
  outputSchema: inThreads('musistudio/claude-code-router#708', 'musistudio/claude-code-router#338'),
  thinkingBack: inThreads('proxysoul/Empryo#209'),
} satisfies LimitSources

const fireworks = documented(
  'https://github.com/api-evangelist/fireworks-ai/blob/main/openapi/fireworks-ai-chat-api-openapi.yml',
)
const groqTypes = documented(
  'https://github.com/groq/groq-typescript/blob/main/src/resources/chat/completions.ts',
)
const llamaCpp = documented('https://github.com/ggml-org/llama.cpp/blob/master/common/chat.cpp')
const mistralTypes = documented(
  'https://github.com/mistralai/client-ts/blob/main/src/models/components/chatcompletionrequest.ts',
)
const ollama = documented('https://github.com/ollama/ollama/blob/main/openai/openai.go')
const sglang = documented(
  'https://github.com/sgl-project/sglang/tree/main/python/sglang/srt/entrypoints/openai',
)
const vllm = documented('https://github.com/vllm-project/vllm/tree/main/vllm/entrypoints/openai')
const closedGemini = inThreads('MinLL/SkyrimNet-GamePlugin#77')

/** The sources of the profiles in `vendors.ts`, without dates. */
const limits: Readonly<Record<keyof typeof vendors, LimitSources>> = {
  alibaba: {
    ...vendor,
    developerRole: inThreads('OpenCoworkAI/open-codesign#183'),
    userMedia: vercel('alibaba'),
    reasoningDepth: vercel('alibaba'),
    settingForms: documented(
      'https://www.alibabacloud.com/help/en/model-studio/qwen-api-via-openai-chat-completions',
    ),
    thinkingBack: vercel('alibaba'),
  },
  'anthropic-compat': {
    ...vendor,
    userMedia: documented('https://docs.claude.com/en/api/openai-sdk'),
    strictTools: documented('https://docs.claude.com/en/api/openai-sdk'),
  },
  azure: { ...functions, userMedia: pydantic('providers/azure') },
  'azure-mistral': {
    ...functions,
    callId: inLibrary('https://github.com/mistralai/mistral-common'),
    userMedia: pydantic('providers/azure'),
    settingForms: inThreads('pydantic/pydantic-ai#6593'),
  },
  cerebras,
  'cerebras-glm': { ...cerebras, thinkingBack: pydantic('providers/cerebras') },
  'cerebras-gpt-oss': { ...cerebras, toolChoices: inThreads('567-labs/instructor#1766') },
  chutes: { ...vendor, developerRole: systemOnly },
  compatible: {
    ...oneSystem,
    resultParts: inThreads('lmstudio-ai/lmstudio-bug-tracker#1077'),
    refusedSettings: inThreads('sipeed/picoclaw#1019'),
  },
  copilot: { ...vendor, hostedTools: inThreads('openclaw/openclaw#10268') },
  deepseek: {
    ...vendor,
    ...onlyFunctions(inThreads('BerriAI/litellm#30722', 'Oaklight/llm-rosetta#486')),
    developerRole: systemOnly,
    strictTools: documented('https://api-docs.deepseek.com/guides/function_calling'),
    settingForms: documented('https://api-docs.deepseek.com/guides/thinking_mode'),
    thinkingBack: inThreads('earendil-works/pi#3636'),
  },
  fireworks: {
    ...functions,
    settingForms: fireworks,
    refusedSettings: fireworks,
    knownFields: fireworks,
    thinkingBack: fireworks,
  },
  'gemini-compat': {
    ...vendor,
    hostedTools: inThreads('AAClause/nvda-OpenAI#123'),
    vendorTools: inThreads('AAClause/nvda-OpenAI#123'),
    cacheKey: closedGemini,
    textWithCalls: inThreads('NousResearch/hermes-agent#69231'),
    callSignatures: inThreads('securo-finance/securo#884'),
    schemas: inThreads('zed-industries/zed#44875'),
    refusedSettings: closedGemini,
  },
  'github-models': vendor,
  groq: {
    ...vendor,
    cacheKey: groqTypes,
    settingForms: groqTypes,
    refusedSettings: documented('https://console.groq.com/docs/openai'),
    knownFields: groqTypes,
    thinkingBack: inThreads('karthink/gptel#774', 'vercel/ai#8057'),
  },
  huggingface: older,
  'llama.cpp': {
    ...template,
    ...onlyFunctions(llamaCpp),
    toolChoices: documented(
      'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp',
    ),
  },
  lmstudio: {
    ...template,
    developerRole: inThreads('lmstudio-ai/lmstudio-bug-tracker#2298'),
    toolChoices: inThreads('lmstudio-ai/lmstudio-bug-tracker#670'),
    resultParts: inThreads('lmstudio-ai/lmstudio-bug-tracker#1077'),
  },
  minimax: {
    ...oneSystem,
    systemMessages: inThreads('MiniMax-AI/MiniMax-M2#51', 'openclaw/openclaw#19386'),
    toolChoices: inThreads('eastreams/loong#382'),
  },
  mistral: {
    ...functions,
    callId: inLibrary('https://github.com/mistralai/mistral-common'),
    settingForms: inThreads('editor-code-assistant/eca#231'),
    refusedSettings: mistralTypes,
    knownFields: mistralTypes,
    thinkingBack: mistralTypes,
  },
  moonshot: {
    ...functions,
    toolName: inThreads('MoonshotAI/kimi-cli#2531'),
    userMedia: vercel('moonshotai'),
    schemas: documented('https://github.com/MoonshotAI/walle/blob/main/docs/validation-principles.md'),
    outputSchema: documented('https://github.com/MoonshotAI/walle/blob/main/docs/validation-principles.md'),
    settingForms: vercel('moonshotai'),
    thinkingBack: inThreads('earendil-works/pi#989', 'earendil-works/pi#4178'),
  },
  nim: {
    ...template,
    systemMessages: inThreads('anomalyco/opencode#16560'),
    alternatingRoles: inThreads('NousResearch/hermes-agent#20154'),
    resultsAlone: inThreads('NousResearch/hermes-agent#20154'),
    refusedSettings: inThreads('sipeed/picoclaw#1019'),
    knownFields: inThreads('sipeed/picoclaw#1019', 'can1357/oh-my-pi#2299', 'Kilo-Org/kilocode#9652'),
    thinkingBack: inThreads('NousResearch/hermes-agent#77973'),
  },
  'ollama-compat': {
    ...oneSystem,
    ...onlyFunctions(ollama),
    systemMessages: inThreads('ollama/ollama#17774'),
    strictTools: ollama,
    parallelSwitch: ollama,
    toolChoices: ollama,
    userMedia: ollama,
    mediaLimits: ollama,
    thinkingBack: ollama,
  },
  openrouter: {
    ...functions,
    hostedTools: inThreads('cpbotha/obsidian-ai-chat-as-md#5'),
    reasoningDepth: pydantic('providers/openrouter'),
    settingForms: pydantic('providers/openrouter'),
    cacheMarks: documented('https://openrouter.ai/docs/features/prompt-caching'),
  },
  perplexity: {
    ...template,
    systemMessages: inThreads('perplexityai/api-discussion#265'),
    alternatingRoles: inThreads('perplexityai/api-discussion#265'),
    resultsAlone: UNVERIFIED,
  },
  sglang: {
    ...oneSystem,
    customTools: sglang,
    thinkingBack: sglang,
  },
  snowflake: {
    ...vendor,
    strictTools: pydantic('providers/snowflake'),
    reasoningDepth: pydantic('providers/snowflake'),
    settingForms: pydantic('providers/snowflake'),
  },
  together: older,
  vllm: {
    ...template,
    ...onlyFunctions(vllm),
    developerRole: inThreads('can1357/oh-my-pi#958'),
    thinkingBack: documented('https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/chat_utils.py'),
  },
  xai: {
    ...vendor,
    ...onlyFunctions(inThreads('makecindy/cindy#2927')),
    developerRole: systemOnly,
    thinkingBack: vercel('xai'),
  },
  zai: {
    ...vendor,
    developerRole: systemOnly,
    settingForms: documented('https://docs.z.ai/guides/capabilities/thinking-mode'),
    thinkingBack: pydantic('profiles/zai'),
  },
}

/** The profiles whose sources were read on another day than the others. */
const READ_ON: Readonly<Record<string, readonly string[]>> = {
  '2026-11-28': [
    ...['alibaba', 'compatible', 'copilot', 'deepseek', 'gemini-compat', 'llama.cpp', 'lmstudio', 'minimax'],
    ...['ollama-compat', 'perplexity', 'sglang', 'vllm', 'xai'],
  ],
  '2026-11-29': ['cerebras', 'cerebras-glm', 'cerebras-gpt-oss', 'fireworks', 'groq', 'moonshot', 'nim'],
}

function dateOf(name: string): string {
  return Object.keys(READ_ON).find((date) => READ_ON[date]?.includes(name)) ?? '2026-08-23'
}

/** The sources of the profiles. They are in a separate table, because only the command line loads them. */
export const vendorSources: Readonly<Record<string, ProfileSources>> = Object.fromEntries(
  Object.entries(limits).map(([name, sources]) => [name, { limits: sources, date: dateOf(name) }]),
)
