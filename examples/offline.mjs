// Answers the official clients from `weather.cassette` instead of the network: `node --import ./examples/offline.mjs …`.
import { createReplay } from 'toolwire/replay'

const replay = await createReplay({ from: 'examples/weather.cassette', matching: 'in-order' })
globalThis.fetch = replay.fetch
for (const key of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'])
  process.env[key] ??= 'not-needed-offline'
