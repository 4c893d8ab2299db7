import type { vendors } from './vendors.js'

const read = (...source: readonly string[]) => ({ source, date: '2026-11-28' })

/** The sources of the profiles in `vendors.ts`. They are a table of their own because only the command line loads them. */
export const vendorSources: Readonly<Record<keyof typeof vendors, ReturnType<typeof read>>> = {
  azure: read('https://github.com/vercel/ai/issues/12964', 'https://github.com/openai/codex/issues/31882'),
  'bedrock-mantle': read('https://github.com/pydantic/pydantic-ai/issues/6536'),
  compatible: read('https://github.com/tensorzero/tensorzero/issues/5088'),
  copilot: read('https://github.com/caozhiyuan/copilot-api/issues/185'),
  deepseek: read(
    'https://github.com/Edward-lyz/codex-mixin/issues/14',
    'https://github.com/pydantic/pydantic-ai/issues/7430',
  ),
  'llama.cpp': read('https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp'),
  lmstudio: read('https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1810'),
  'ollama-compat': read(
    'https://github.com/ollama/ollama/blob/main/openai/responses.go',
    'https://github.com/ollama/ollama/issues/18286',
  ),
  openrouter: read('https://github.com/openai/codex/issues/12114'),
  sglang: read('https://github.com/sgl-project/sglang/issues/35216'),
  vllm: read('https://github.com/vllm-project/vllm/issues/42475'),
  xai: read('https://github.com/maximhq/bifrost/issues/5428'),
}
