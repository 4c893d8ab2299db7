/** Google's Interactions API: steps instead of contents, and turns stored by the server. */
export const title = 'Google Interactions'
export const docs = 'https://ai.google.dev/api/interactions-api'

/** Short names of the wire, for choosing an adapter by name. */
export const names = ['interactions'] as const
