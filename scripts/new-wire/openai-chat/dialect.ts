import type { Dialect } from './family.js'

/** The differences from Chat Completions. TODO: each with its source; see adapters/openai-chat/dialect.ts. */
export const dialect: Dialect = {
  name: 'Acme chat',
  noIds: [''],
  required: 'required',
  media: [],
  citations: false,
  // TODO: `api` is the sign of evidence.ts.
  empty: { answer: { api: 'acme-chat' }, message: {}, choice: {} },
  callPiece: {},
  finishWords: {},
  padding: '',
}
