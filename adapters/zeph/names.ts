/** What people call the format for short, where one is chosen by its name. */
export const names = ['zeph-tools'] as const
