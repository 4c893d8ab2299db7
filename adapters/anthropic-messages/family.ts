/** Hosts of vendors that serve this wire and that of Chat Completions. */
export {
  COPILOT,
  DEEPSEEK,
  MINIMAX,
  MOONSHOT,
  OLLAMA,
  OPENROUTER,
  VERTEX,
  ZAI,
} from '../openai-chat/hosts.js'
