/** What people call the wire for short, where one is chosen by its name. */
export const names = ['gemini', 'google'] as const
