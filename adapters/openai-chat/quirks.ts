/**
 * What OpenAI-compatible servers do differently, as data. Nothing here looks at a URL or a model name: each quirk is told
 * by the shape of the body alone.
 */

/**
 * The fields in which servers put the model's thinking. Which one it was is recorded and written back, because most
 * servers accept only their own: DeepSeek, Z.ai, Moonshot, Alibaba and vLLM use `reasoning_content`; Groq, Cerebras,
 * Ollama and OpenRouter `reasoning`; some llama.cpp builds `reasoning_text`.
 * https://github.com/vercel/ai/tree/main/packages/openai-compatible
 */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'] as const

/** The field in which gateways answer with thinking, for responses that come from another wire. */
export const DEFAULT_REASONING_FIELD = 'reasoning_content'

/**
 * OpenRouter and Snowflake: a list of thinking blocks, to be sent back as it is, in order.
 * https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning-blocks
 */
export const REASONING_DETAILS = 'reasoning_details'

/**
 * Fields of an assistant message that say something to the user but have no canonical part: OpenAI's refusals and spoken
 * answers, OpenRouter's generated images. They become opaque parts, so that leaving them out elsewhere is reported.
 */
export const OPAQUE_FIELDS = ['refusal', 'audio', 'images'] as const

/** Groq's compound models list the tools that they ran, with arguments and output, in this field of the message. */
export const EXECUTED_TOOLS = 'executed_tools'
