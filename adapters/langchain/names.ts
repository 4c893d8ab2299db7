/**
 * LangChain's messages: objects of LangChain's classes, the JSON of these objects, stored messages, and all
 * other forms that LangChain accepts. Messages in one of these forms are written in the same form again,
 * other messages as plain objects: `{type: 'ai', content, …}`.
 */
export const title = 'LangChain messages'
export const docs = 'https://docs.langchain.com/oss/javascript/langchain/messages'

/** Short names of the format, for choosing an adapter by name. */
export const names = ['lc'] as const

/** Other forms that can be written, and the exports that write them. */
export const variants = {
  'langchain-constructors': 'langchainConstructors',
  'langchain-stored': 'langchainStored',
} as const
