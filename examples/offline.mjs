// Answers the official clients from recordings instead of the network: `node --import ./examples/offline.mjs …`.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { createReplay } from 'toolwire/replay'

const own = `examples/${basename(process.argv[1]).replace(/\.\w+$/, '')}.cassette`
// A restarted program continues in the middle of its conversation.
const replay = existsSync(own)
  ? await createReplay({ from: own, matching: 'best' })
  : await createReplay({ from: 'examples/weather.cassette', matching: 'in-order' })
globalThis.fetch = replay.fetch
for (const key of [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GEMINI_API_KEY',
  'MISTRAL_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
])
  process.env[key] ??= 'not-needed-offline'
