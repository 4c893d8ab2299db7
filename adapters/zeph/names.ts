/** Logs of `zeph-tools`: calls, outputs and failures. */
export const title = 'zeph-tools'
export const docs = 'https://docs.rs/zeph-tools'

/** What people call the format for short, where one is chosen by its name. */
export const names = ['zeph-tools'] as const
