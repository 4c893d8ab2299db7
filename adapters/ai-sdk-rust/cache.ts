/** Cache marks are kept in the slot of the marked object. */
export const cacheFields = 'elsewhere'
