/** Marks go into the slot of what they mark. */
export const cacheFields = 'elsewhere'
