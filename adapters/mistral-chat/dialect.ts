import type { Dialect } from './family.js'
import { thinking } from './thinking.js'

/** How Mistral's format differs from OpenAI's. Sources: README.md. */
export const mistral: Dialect = {
  name: 'Mistral',
  // The official clients fill in the word "null" for an id that is missing.
  noIds: ['', 'null'],
  // `required` is a newer word for it, which older deployments do not know.
  required: 'any',
  media: [
    { type: 'image_url', kind: 'image', member: 'url', holds: 'url' },
    { type: 'input_audio', kind: 'audio', member: 'data', holds: 'base64', body: 'text' },
    { type: 'input_audio', kind: 'audio', member: 'data', holds: 'link', body: 'text' },
    {
      type: 'document_url',
      kind: 'file',
      member: 'url',
      holds: 'url',
      body: 'text',
      name: 'document_name',
    },
    { type: 'file', kind: 'file', member: 'file_id', holds: 'file-id', body: 'beside' },
  ],
  thinking,
  citations: false,
  // It has no word for a filter: `error` is the only one that is not a good end.
  finishWords: { filtered: 'error', refused: 'error', 'context-full': 'model_length' },
  empty: { answer: { id: '', model: '', usage: {} }, message: {}, choice: {} },
  // The official client insists on it.
  callPiece: { name: '' },
  // https://github.com/mistralai/mistral-common/pull/131
  padding: 'p',
}
