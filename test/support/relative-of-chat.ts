import { openaiChat } from '../../adapters/openai-chat/index.js'
import { defineAdapter, evidenceOf } from '../../src/adapter-kit.js'

/**
 * An adapter for a vendor whose API is Chat Completions with a few differences, as a program outside of this
 * project writes it: with only `toolwire/adapter-kit` and the adapter of Chat.
 */
export const acmeChat = defineAdapter({
  ...openaiChat.codecs,
  id: 'acme-chat',
  title: 'Acme Chat',
  docs: 'https://example.com/acme',
  http: { ...openaiChat.codecs.http, path: /\/acme\/chat$/, pathFor: () => '/acme/chat', provider: 'acme' },
  limits: {
    ...openaiChat.codecs.limits,
    customTools: false,
    callId: { pattern: '[a-zA-Z0-9]{9}', characters: 'a-zA-Z0-9', maxLength: 9 },
  },
  evidence: evidenceOf({ request: [[1, 'it has "acme"', (body) => 'acme' in body]] }),
})
