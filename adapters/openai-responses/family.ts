/** What this wire shares with the other one of its vendor. */
export { schemaRulesOf } from '../openai-chat/rules/schemas.js'
export { strictMode } from '../openai-chat/strict.js'
