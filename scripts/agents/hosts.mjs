// The servers of --server, at the addresses by which the proxy chooses their limits.

const OPEN = 'http://server.test:8000'

/**
 * `base`: the address. `bases`: those of APIs with another one, by wire. `model`: the default of `--model`.
 * @type {Record<string, { base: string, bases?: Record<string, string>, model: string, skipped?: string[] }>}
 */
const hosts = {
  vllm: { base: OPEN, model: 'qwen3.7' },
  sglang: { base: OPEN, model: 'qwen3.7' },
  'llama.cpp': { base: OPEN, model: 'qwen3.7' },
  ollama: { base: 'http://127.0.0.1:11434', model: 'qwen3.8' },
  deepseek: {
    base: 'https://api.deepseek.com',
    bases: { 'anthropic-messages': 'https://api.deepseek.com/anthropic' },
    model: 'deepseek-v4-pro',
  },
  groq: { base: 'https://api.groq.com/openai', model: 'openai/gpt-oss-120b' },
  openrouter: { base: 'https://openrouter.ai/api', model: 'z-ai/glm-5' },
  azure: { base: 'https://one.openai.azure.com/openai', model: 'gpt-5.6' },
  vertex: { base: 'https://us-east5-aiplatform.googleapis.com', model: 'gemini-3.1-pro' },
  bedrock: { base: 'https://bedrock-runtime.us-east-1.amazonaws.com', model: 'anthropic.claude-opus-5' },
}

/** Returns the base URL of a server for a wire, and a model. A server without a host is at an unknown one. */
export function hostOf(server, { id, codecs }) {
  const { base, bases, model } = hosts[server] ?? { base: OPEN, model: 'script' }
  return { url: `${bases?.[id] ?? base}${codecs.http.base ?? ''}`, model }
}
