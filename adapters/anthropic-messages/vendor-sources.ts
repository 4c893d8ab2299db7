import {
  documented,
  inLibrary,
  inThreads,
  type LimitSources,
  type ProfileSources,
  UNVERIFIED,
} from '../../src/codec/wire/limit-sources.js'
import type { vendors } from './vendors.js'

const VERCEL = 'https://github.com/vercel/ai/blob/main/packages'
const AWS = 'https://docs.aws.amazon.com/bedrock/latest/userguide'
const bedrock = inLibrary(`${VERCEL}/amazon-bedrock/src/anthropic`)
const vertex = inLibrary(`${VERCEL}/google-vertex/src/anthropic`)

const closed = inThreads('anthropics/claude-code#21612', 'BerriAI/litellm#26240')
const elsewhere: LimitSources = {
  strictTools: UNVERIFIED,
  reasoningDepth: closed,
  refusedSettings: closed,
  refusedFields: closed,
}

const imitation: LimitSources = {
  strictTools: UNVERIFIED,
  reasoningDepth: UNVERIFIED,
  refusedSettings: UNVERIFIED,
  refusedFields: UNVERIFIED,
  systemMessages: UNVERIFIED,
  hostedTools: UNVERIFIED,
  vendorTools: UNVERIFIED,
  foundTools: UNVERIFIED,
  resumesPaused: UNVERIFIED,
}

const ollama = documented('https://github.com/ollama/ollama/blob/main/anthropic/anthropic.go')
const vllm = documented('https://github.com/vllm-project/vllm/tree/main/vllm/entrypoints/anthropic')

const onBedrock: LimitSources = {
  ...elsewhere,
  strictTools: bedrock,
  reasoningDepth: inThreads('anthropics/claude-code-action#1005'),
  mediaSources: bedrock,
  vendorTools: inThreads('8monkey-ai/hebo-platform#451'),
  hostedTools: inThreads('8monkey-ai/hebo-platform#451'),
  headerFields: documented(`${AWS}/model-parameters-anthropic-claude-messages-request-response.html`),
}
const onVertex: LimitSources = {
  ...elsewhere,
  strictTools: vertex,
  reasoningDepth: inThreads('OpenHands/software-agent-sdk#1630', 'anthropics/claude-code#37746'),
  mediaSources: vertex,
  vendorTools: UNVERIFIED,
  hostedTools: inThreads('anthropics/claude-code#10446'),
}

const limits: Readonly<Record<keyof typeof vendors, LimitSources>> = {
  bedrock: onBedrock,
  'bedrock-claude-4.6': { ...onBedrock, reasoningDepth: inThreads('BerriAI/litellm#23971') },
  compatible: {
    systemMessages: vllm,
    hostedTools: vllm,
    vendorTools: vllm,
    foundTools: UNVERIFIED,
    refusedSettings: UNVERIFIED,
  },
  deepseek: {
    ...imitation,
    systemMessages: inThreads('deepseek-ai/DeepSeek-V3#1370'),
    hostedTools: inThreads('Chevey339/kelivo#1030'),
  },
  foundry: elsewhere,
  copilot: {
    ...elsewhere,
    refusedFields: inThreads('ericc-ch/copilot-api#217'),
    vendorTools: inThreads('caozhiyuan/copilot-api#189'),
    hostedTools: inThreads('caozhiyuan/copilot-api#189'),
  },
  minimax: { ...imitation, systemMessages: inThreads('BigPizzaV3/CodexPlusPlus#267') },
  moonshot: imitation,
  'ollama-compat': {
    ...imitation,
    systemMessages: inThreads('ollama/ollama#17774'),
    mediaSources: ollama,
    userMedia: ollama,
    resultMedia: ollama,
  },
  openrouter: {
    ...elsewhere,
    refusedFields: inThreads('farion1231/cc-switch#1929'),
    vendorTools: UNVERIFIED,
    hostedTools: UNVERIFIED,
  },
  vertex: onVertex,
  'vertex-claude-4.6': {
    ...onVertex,
    reasoningDepth: inThreads('anthropics/claude-code#52811', 'promptdriven/pdd#1195'),
  },
  zai: { ...imitation, systemMessages: inThreads('diegosouzapw/OmniRoute#1447') },
}

/** The sources of the profiles. They are in a separate table, because only the command line loads them. */
export const vendorSources: Readonly<Record<string, ProfileSources>> = Object.fromEntries(
  Object.entries(limits).map(([name, sources]) => [name, { limits: sources, date: '2026-11-28' }]),
)
