export const notes = 'a folder next to the adapters that is not an adapter'
