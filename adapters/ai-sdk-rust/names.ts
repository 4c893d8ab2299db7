/** The JSON of the Rust crates ai-sdk-core and ai-sdk-provider: `CallOptions`, `Message`, `Content`, `StreamPart`. */
export const title = 'AI SDK for Rust'
export const docs = 'https://docs.rs/ai-sdk-provider'

/** What people call the format for short, where one is chosen by its name. */
export const names = ['ai-sdk-core', 'ai-sdk-provider'] as const
