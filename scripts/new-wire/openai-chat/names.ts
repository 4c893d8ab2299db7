/** Acme chat. TODO: one sentence that says whose format this is. */
export const title = 'Acme chat'
// TODO: the vendor's own reference.
export const docs = 'https://example.com/acme-chat'

/** Short names of the wire on the command line. TODO: the vendor's name. */
export const names = ['ACRONYM'] as const
