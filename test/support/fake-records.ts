/** Returns an answer of the fake wire. */
export const fakeAnswer = (text: string) => ({ fake: 1, answer: [{ say: text }], end: 'done' })

/** Returns a record with an answer of the fake wire. */
export const fakeRecord = (id: string) => ({ id, response: fakeAnswer(id) })
