import { additions } from './additions.js'
import type { Dialect } from './dialect.js'

/** The dialect of OpenAI and its compatible servers. */
export const openai: Dialect = {
  name: 'Chat Completions',
  noIds: [''],
  required: 'required',
  media: [
    { type: 'image_url', kind: 'image', member: 'url', holds: 'url' },
    // An addition of several vendors.
    { type: 'video_url', kind: 'video', member: 'url', holds: 'url' },
    { type: 'input_audio', kind: 'audio', member: 'data', holds: 'base64' },
    { type: 'file', kind: 'file', member: 'file_data', holds: 'data' },
    { type: 'file', kind: 'file', member: 'file_id', holds: 'file-id' },
  ],
  additions,
  citations: true,
  empty: { answer: {}, message: { refusal: null }, choice: { logprobs: null } },
  callPiece: {},
  finishWords: {},
  padding: 'obfuscation',
}
