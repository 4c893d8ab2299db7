/** Google's Interactions API: steps instead of contents, and turns that the server keeps. */
export const title = 'Google Interactions'
export const docs = 'https://ai.google.dev/api/interactions-api'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['interactions'] as const
