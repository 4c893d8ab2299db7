/** Google's Gemini Live API (BidiGenerateContent): the frames of a session, as in transcripts. */
export const title = 'Gemini Live'
export const docs = 'https://ai.google.dev/api/live'

/** Short names of the wire, for choosing an adapter by name. */
export const names = ['live', 'gemini-live'] as const
