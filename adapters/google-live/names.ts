/** Google's Gemini Live API (BidiGenerateContent): the frames of a session, as transcripts have them. */
export const title = 'Gemini Live'
export const docs = 'https://ai.google.dev/api/live'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['live', 'gemini-live'] as const
