/** What people call the format for short, where one is chosen by its name. */
export const names = ['lc'] as const

/** Other forms in which it is written, and the exports that write them. */
export const variants = {
  'langchain-constructors': 'langchainConstructors',
  'langchain-stored': 'langchainStored',
} as const
