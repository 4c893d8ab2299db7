// The packages of LangChain and the wire of each. Other files of this format do not name wires. Sources:
// README.md.

/**
 * `@langchain/anthropic` keeps thinking blocks unchanged in the content, and sends them back with their
 * signatures.
 */
export const ANTHROPIC = 'anthropic-messages'
/** `@langchain/google-*`. */
export const GOOGLE = 'google-generate-content'
/** `@langchain/openai`, which keeps complete items of the Responses API. */
export const OPENAI = 'openai-responses'
