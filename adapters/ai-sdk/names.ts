/**
 * The Vercel AI SDK (`ai` 7). Decodes all its forms: `ModelMessage`s, prompts, UI messages, model answers and
 * both kinds of streams. Encodes `ModelMessage`s and the answers and stream parts of a model (V4).
 */
export const title = 'AI SDK'
export const docs = 'https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message'

/** Short names of the format, for choosing an adapter by name. */
export const names = ['vercel', 'vercel-ai', 'aisdk'] as const

/** Other forms that can be written, and the exports that write them. */
export const variants = { 'ai-sdk-prompt': 'aiSdkPrompt', 'ai-sdk-ui': 'aiSdkUi' } as const
