/** Exports that this wire shares with the vendor's other wire. */
export { reached } from '../openai-chat/access.js'
export { encodeForeignError, errors } from '../openai-chat/errors.js'
export { AZURE, COPILOT, DEEPSEEK, LM_STUDIO, OLLAMA, OPENROUTER, XAI } from '../openai-chat/hosts.js'
export { platforms } from '../openai-chat/platforms.js'
export { schemaRulesOf } from '../openai-chat/rules/schemas.js'
export { schemas, strictMode } from '../openai-chat/strict.js'
