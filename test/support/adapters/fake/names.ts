export const names = ['pretend', 'f'] as const
/** Other written forms of the wire, and the exports that write them. */
export const variants = { 'fake-shouted': 'shouted' } as const
