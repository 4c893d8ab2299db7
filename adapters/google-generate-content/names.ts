/** Google generateContent: the Gemini API and Vertex AI, and both of Google's SDKs. */
export const title = 'Google generateContent'
export const docs = 'https://ai.google.dev/api/generate-content'
/** Another name of the adapter's export. */
export const alias = 'google'

/** Short names of the wire, for choosing an adapter by name. */
export const names = ['gemini', 'google'] as const
