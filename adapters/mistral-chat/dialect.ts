import type { Dialect } from './family.js'
import { thinking } from './thinking.js'

/** Differences between Mistral's format and OpenAI's. Sources: README.md. */
export const mistral: Dialect = {
  name: 'Mistral',
  // The official clients send the text "null" for a missing id.
  noIds: ['', 'null'],
  // `required` is a newer name, unknown to older deployments.
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
  // The wire has no finish reason for a filter: `error` is the only bad end.
  finishWords: { filtered: 'error', refused: 'error', 'context-full': 'model_length' },
  empty: { answer: { id: '', model: '', usage: {} }, message: {}, choice: {} },
  // The official client requires the name.
  callPiece: { name: '' },
  // https://github.com/mistralai/mistral-common/pull/131
  padding: 'p',
}
