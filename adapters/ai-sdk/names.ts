/** What people call the format for short, where one is chosen by its name. */
export const names = ['vercel', 'vercel-ai', 'aisdk'] as const

/** Other forms in which it is written, and the exports that write them. */
export const variants = { 'ai-sdk-prompt': 'aiSdkPrompt', 'ai-sdk-ui': 'aiSdkUi' } as const
