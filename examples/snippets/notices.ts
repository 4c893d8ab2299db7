import { Anthropic } from '@anthropic-ai/sdk'
import { type Message, provider } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'

const client = new Anthropic()
// #region shown
const claude = provider(anthropic, {
  model: 'claude-sonnet-5-5',
  maxOutputTokens: 1024,
  send: (body, { signal }) => client.messages.create(body, { signal }),
  onNotice: ({ severity, code, path, message }) =>
    console.warn(severity, code, path, message),
})
// #endregion
const song: Message = {
  role: 'user',
  parts: [
    { type: 'text', text: 'Which song is this?' },
    {
      type: 'media',
      kind: 'audio',
      source: { type: 'url', url: 'https://example.com/song.mp3' },
    },
  ],
}
await claude.turn({ messages: [song] }).response
