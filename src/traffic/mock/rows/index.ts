import type { ServerRow } from '../server-row.js'
import { alibabaServer } from './alibaba.js'
import { anthropicServer } from './anthropic.js'
import { azureServer } from './azure.js'
import { bedrockServer } from './bedrock.js'
import { cerebrasServer } from './cerebras.js'
import { copilotServer } from './copilot.js'
import { deepseekServer } from './deepseek.js'
import { fireworksServer } from './fireworks.js'
import { geminiServer } from './gemini.js'
import { groqServer } from './groq.js'
import { llamaCppServer } from './llama-cpp.js'
import { lmStudioServer } from './lm-studio.js'
import { minimaxServer } from './minimax.js'
import { mistralServer } from './mistral.js'
import { moonshotServer } from './moonshot.js'
import { nimServer } from './nim.js'
import { ollamaServer } from './ollama.js'
import { openaiServer } from './openai.js'
import { openrouterServer } from './openrouter.js'
import { perplexityServer } from './perplexity.js'
import { sglangServer } from './sglang.js'
import { vertexServer } from './vertex.js'
import { vllmServer } from './vllm.js'
import { xaiServer } from './xai.js'
import { zaiServer } from './zai.js'

/** The servers by their names on the command line. */
export const servers: Readonly<Record<string, ServerRow>> = {
  vllm: vllmServer,
  sglang: sglangServer,
  'llama.cpp': llamaCppServer,
  ollama: ollamaServer,
  lmstudio: lmStudioServer,
  deepseek: deepseekServer,
  groq: groqServer,
  openrouter: openrouterServer,
  xai: xaiServer,
  mistral: mistralServer,
  moonshot: moonshotServer,
  zai: zaiServer,
  alibaba: alibabaServer,
  minimax: minimaxServer,
  cerebras: cerebrasServer,
  fireworks: fireworksServer,
  nim: nimServer,
  perplexity: perplexityServer,
  copilot: copilotServer,
  azure: azureServer,
  openai: openaiServer,
  anthropic: anthropicServer,
  vertex: vertexServer,
  bedrock: bedrockServer,
  gemini: geminiServer,
}
