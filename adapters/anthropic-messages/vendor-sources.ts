import type { vendors } from './vendors.js'

const read = (...source: readonly string[]) => ({ source, date: '2026-11-28' })

/** The sources of the profiles in `vendors.ts`. They are a table of their own because only the command line loads them. */
export const vendorSources: Readonly<Record<keyof typeof vendors, ReturnType<typeof read>>> = {
  bedrock: read(
    'https://github.com/8monkey-ai/hebo-platform/issues/451',
    'https://github.com/anthropics/claude-code/issues/33237',
  ),
  compatible: read('https://github.com/vllm-project/vllm/tree/main/vllm/entrypoints/anthropic'),
  copilot: read(
    'https://github.com/caozhiyuan/copilot-api/issues/189',
    'https://github.com/ericc-ch/copilot-api/issues/217',
  ),
  deepseek: read('https://github.com/Chevey339/kelivo/issues/1030'),
  foundry: read('https://github.com/BerriAI/litellm/issues/33807'),
  minimax: read('https://github.com/MiniMax-AI/MiniMax-M2/issues/76'),
  moonshot: read('https://github.com/MoonshotAI/Kimi-K2/issues/141'),
  'ollama-compat': read('https://github.com/ollama/ollama/blob/main/anthropic/anthropic.go'),
  openrouter: read('https://github.com/farion1231/cc-switch/issues/1929'),
  vertex: read(
    'https://github.com/anthropics/claude-code/issues/10446',
    'https://github.com/OpenHands/software-agent-sdk/issues/1630',
  ),
  zai: read('https://github.com/diegosouzapw/OmniRoute/issues/1447'),
}
