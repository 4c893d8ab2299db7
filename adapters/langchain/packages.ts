// The packages of LangChain and the wire that each speaks: no other file of this format names a wire. Sources: README.md.

/**
 * `@langchain/anthropic` keeps thinking blocks unchanged in the content, and sends them back with their
 * signatures.
 */
export const ANTHROPIC = 'anthropic-messages'
/** `@langchain/google-*`. */
export const GOOGLE = 'google-generate-content'
/** `@langchain/openai`, which keeps complete items of the Responses API. */
export const OPENAI = 'openai-responses'
