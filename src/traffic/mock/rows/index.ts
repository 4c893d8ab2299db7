import type { ServerRow } from '../server-row.js'
import { llamaCpp } from './llama-cpp.js'
import { ollama } from './ollama.js'
import { sglang } from './sglang.js'
import { vllm } from './vllm.js'

/** The servers by their names on the command line. */
export const servers: Readonly<Record<string, ServerRow>> = {
  vllm,
  sglang,
  'llama.cpp': llamaCpp,
  ollama,
}
