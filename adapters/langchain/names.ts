/**
 * LangChain's messages: objects of its classes, their JSON, stored messages and whatever else it takes for a message.
 * What came in one of these forms is written in it again, anything else as plain objects: `{type: 'ai', content, …}`.
 */
export const title = 'LangChain messages'
export const docs = 'https://docs.langchain.com/oss/javascript/langchain/messages'

/** What people call the format for short, where one is chosen by its name. */
export const names = ['lc'] as const

/** Other forms in which it is written, and the exports that write them. */
export const variants = {
  'langchain-constructors': 'langchainConstructors',
  'langchain-stored': 'langchainStored',
} as const
