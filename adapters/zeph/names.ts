/** Logs of `zeph-tools`: calls, outputs and failures. */
export const title = 'zeph-tools'
export const docs = 'https://docs.rs/zeph-tools'

/** Short names that select this format. */
export const names = ['zeph-tools'] as const
