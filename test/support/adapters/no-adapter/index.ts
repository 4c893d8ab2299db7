export const notes = 'a folder beside the adapters that is none'
