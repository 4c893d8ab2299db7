export const names = ['pretend', 'f'] as const
/** Other forms in which it is written, and the exports that write them. */
export const variants = { 'fake-shouted': 'shouted' } as const
