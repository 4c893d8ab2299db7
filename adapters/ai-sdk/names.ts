/**
 * The Vercel AI SDK (`ai` 7). Everything it has is read: `ModelMessage`s, prompts, messages of user interfaces, answers of
 * models, both kinds of streams. Written are `ModelMessage`s and the answers and stream parts of a model (V4).
 */
export const title = 'AI SDK'
export const docs = 'https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message'

/** What people call the format for short, where one is chosen by its name. */
export const names = ['vercel', 'vercel-ai', 'aisdk'] as const

/** Other forms in which it is written, and the exports that write them. */
export const variants = { 'ai-sdk-prompt': 'aiSdkPrompt', 'ai-sdk-ui': 'aiSdkUi' } as const
