/** The JSON of the Rust crates ai-sdk-core and ai-sdk-provider: `CallOptions`, `Message`, `Content`, `StreamPart`. */
export const title = 'AI SDK for Rust'
export const docs = 'https://docs.rs/ai-sdk-provider'

/** Short names of the format, for choosing an adapter by name. */
export const names = ['ai-sdk-core', 'ai-sdk-provider'] as const
