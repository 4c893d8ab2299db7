export const names = ['pretend', 'f'] as const
