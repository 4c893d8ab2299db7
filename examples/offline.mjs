// Answers the official clients from recordings instead of the network: `node --import ./examples/offline.mjs …`.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { createReplay } from 'toolwire/replay'

const own = `examples/${basename(process.argv[1]).replace(/\.\w+$/, '')}.cassette`
const from = existsSync(own) ? own : 'examples/weather.cassette'
const replay = await createReplay({ from, matching: 'in-order' })
globalThis.fetch = replay.fetch
for (const key of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'])
  process.env[key] ??= 'not-needed-offline'
