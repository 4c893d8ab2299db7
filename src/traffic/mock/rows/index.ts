import type { ServerRow } from '../server-row.js'
import { alibaba } from './alibaba.js'
import { anthropic } from './anthropic.js'
import { azure } from './azure.js'
import { bedrock } from './bedrock.js'
import { cerebras } from './cerebras.js'
import { copilot } from './copilot.js'
import { deepseek } from './deepseek.js'
import { fireworks } from './fireworks.js'
import { gemini } from './gemini.js'
import { groq } from './groq.js'
import { llamaCpp } from './llama-cpp.js'
import { lmStudio } from './lm-studio.js'
import { minimax } from './minimax.js'
import { mistral } from './mistral.js'
import { moonshot } from './moonshot.js'
import { nim } from './nim.js'
import { ollama } from './ollama.js'
import { openai } from './openai.js'
import { openrouter } from './openrouter.js'
import { perplexity } from './perplexity.js'
import { sglang } from './sglang.js'
import { vertex } from './vertex.js'
import { vllm } from './vllm.js'
import { xai } from './xai.js'
import { zai } from './zai.js'

/** The servers by their names on the command line. */
export const servers: Readonly<Record<string, ServerRow>> = {
  vllm,
  sglang,
  'llama.cpp': llamaCpp,
  ollama,
  lmstudio: lmStudio,
  deepseek,
  groq,
  openrouter,
  xai,
  mistral,
  moonshot,
  zai,
  alibaba,
  minimax,
  cerebras,
  fireworks,
  nim,
  perplexity,
  copilot,
  azure,
  openai,
  anthropic,
  vertex,
  bedrock,
  gemini,
}
