/** Marks are stored in the slot of the marked part. */
export const cacheFields = 'elsewhere'
