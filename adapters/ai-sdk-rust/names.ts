/** What people call the format for short, where one is chosen by its name. */
export const names = ['ai-sdk-core', 'ai-sdk-provider'] as const
