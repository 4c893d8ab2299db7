/**
 * Differences of OpenAI-compatible servers, as data. Each quirk is recognized only by the shape of the body,
 * not by a URL or a model name.
 */

/**
 * Fields in which servers put the model's thinking. The field is recorded and used again on encoding, because
 * most servers accept only one field: DeepSeek, Z.ai, Moonshot, Alibaba and vLLM use `reasoning_content`;
 * Groq, Cerebras, Ollama and OpenRouter `reasoning`; some llama.cpp builds `reasoning_text`.
 * https://github.com/vercel/ai/tree/main/packages/openai-compatible
 */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'] as const

/** The field in which gateways send thinking, for responses from another wire. */
export const DEFAULT_REASONING_FIELD = 'reasoning_content'

/**
 * The field of OpenRouter and Snowflake with a list of thinking blocks, which must be sent back unchanged and
 * in order. https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning-blocks
 */
export const REASONING_DETAILS = 'reasoning_details'

/**
 * Fields of an assistant message with content for the user but without a canonical part: OpenAI's refusals
 * and spoken answers, OpenRouter's generated images. They become opaque parts, so that dropping them for
 * other wires is reported.
 */
export const OPAQUE_FIELDS = ['refusal', 'audio', 'images'] as const

/**
 * Groq's compound models list the tools that they ran in this field of the message, with arguments and
 * output.
 */
export const EXECUTED_TOOLS = 'executed_tools'
