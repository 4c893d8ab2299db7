import type { vendors } from './vendors.js'

/** The sources of a profile, and the day on which they were read. */
interface VendorSource {
  readonly source: readonly string[]
  readonly date: string
}

const PYDANTIC = 'https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai'
const VERCEL = 'https://github.com/vercel/ai/blob/main/packages'

const profiles = (...names: readonly string[]): VendorSource => ({
  source: names.map((name) => `${PYDANTIC}/${name}.py`),
  date: '2026-08-23',
})
const pages = (...source: readonly string[]): VendorSource => ({ source, date: '2026-08-22' })
const clients = (...names: readonly string[]): VendorSource =>
  pages(...names.map((name) => `${VERCEL}/${name}`))

const template = pages(
  'https://github.com/ggml-org/llama.cpp/issues/19851',
  'https://github.com/SWE-agent/mini-swe-agent/issues/759',
)

/**
 * The sources of the profiles in `vendors.ts`. The sources are in a separate table, because only the command
 * line loads them.
 */
export const vendorSources: Readonly<Record<keyof typeof vendors, VendorSource>> = {
  alibaba: pages(
    'https://www.alibabacloud.com/help/en/model-studio/qwen-api-via-openai-chat-completions',
    `${VERCEL}/alibaba`,
  ),
  'anthropic-compat': pages('https://docs.claude.com/en/api/openai-sdk'),
  azure: profiles('providers/azure'),
  'azure-mistral': pages('https://github.com/pydantic/pydantic-ai/issues/6593'),
  cerebras: {
    source: [
      `${PYDANTIC}/providers/cerebras.py`,
      'https://github.com/Cerebras/cerebras-cloud-sdk-node/blob/main/src/resources/chat/completions.ts',
      'https://github.com/proxysoul/Empryo/issues/209',
    ],
    date: '2026-11-29',
  },
  'cerebras-glm': profiles('providers/cerebras'),
  'cerebras-gpt-oss': pages('https://github.com/567-labs/instructor/issues/1766'),
  chutes: clients('openai-compatible'),
  compatible: pages(
    'https://github.com/vllm-project/vllm/issues/41114',
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1077',
    'https://github.com/tensorzero/tensorzero/issues/5088',
  ),
  copilot: pages('https://github.com/openclaw/openclaw/issues/10268'),
  deepseek: pages(
    'https://api-docs.deepseek.com/guides/thinking_mode',
    `${VERCEL}/deepseek`,
    'https://github.com/earendil-works/pi/issues/3636',
  ),
  fireworks: {
    source: [
      `${PYDANTIC}/providers/fireworks.py`,
      'https://github.com/api-evangelist/fireworks-ai/blob/main/openapi/fireworks-ai-chat-api-openapi.yml',
      'https://github.com/anomalyco/opencode/issues/23193',
    ],
    date: '2026-11-29',
  },
  'gemini-compat': pages('https://ai.google.dev/gemini-api/docs/openai'),
  'github-models': profiles('providers/github'),
  groq: {
    source: [
      'https://console.groq.com/docs/openai',
      'https://github.com/groq/groq-typescript/blob/main/src/resources/chat/completions.ts',
      'https://github.com/karthink/gptel/issues/774',
    ],
    date: '2026-11-29',
  },
  huggingface: clients('huggingface'),
  'llama.cpp': template,
  lmstudio: pages(
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/670',
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1077',
  ),
  minimax: pages(
    'https://github.com/eastreams/loong/issues/382',
    'https://github.com/MiniMax-AI/MiniMax-M2/issues/51',
  ),
  mistral: pages(
    'https://github.com/editor-code-assistant/eca/issues/231',
    'https://github.com/mistralai/client-ts/blob/main/src/models/components/chatcompletionrequest.ts',
    'https://github.com/avante-corp/avante.nvim/issues/2347',
  ),
  moonshot: pages(
    'https://github.com/earendil-works/pi/issues/989',
    'https://github.com/earendil-works/pi/pull/4178',
    `${VERCEL}/moonshotai`,
  ),
  nim: pages(
    'https://github.com/anomalyco/opencode/issues/16560',
    'https://github.com/NousResearch/hermes-agent/issues/20154',
    'https://github.com/NousResearch/hermes-agent/issues/77973',
    'https://github.com/sipeed/picoclaw/issues/1019',
  ),
  'ollama-compat': {
    source: ['https://github.com/ollama/ollama/blob/main/openai/openai.go'],
    date: '2026-08-21',
  },
  openrouter: pages(
    'https://openrouter.ai/docs/features/prompt-caching',
    'https://github.com/OpenRouterTeam/ai-sdk-provider/issues/491',
  ),
  perplexity: clients('openai-compatible'),
  sglang: clients('openai-compatible'),
  snowflake: profiles('providers/snowflake'),
  together: profiles('providers/together'),
  vllm: template,
  xai: clients('xai'),
  zai: pages('https://docs.z.ai/guides/capabilities/thinking-mode', `${PYDANTIC}/profiles/zai.py`),
}
