// A client of one provider requests the recorded answer of another provider, complete and as a stream.

import { readFileSync } from 'node:fs'
import { takeCoverage } from 'node:v8'
import { anthropicMessages } from '../../build/adapters/anthropic-messages/index.js'
import { openaiChat } from '../../build/adapters/openai-chat/index.js'
import { createRegistry } from '../../build/src/index.js'
import { createReplay } from '../../build/src/traffic/replay/index.js'

const folder = new URL('../../fixtures/openai-chat/single-call/', import.meta.url)
const recorded = JSON.parse(readFileSync(new URL('request.json', folder)))
const registry = createRegistry([openaiChat, anthropicMessages])
const replay = await createReplay({ from: folder.pathname, as: anthropicMessages, registry })
const [{ content: system }, ...messages] = recorded.messages
const tools = recorded.tools.map(({ function: { name, description, parameters } }) => ({
  name,
  description,
  input_schema: parameters,
}))
takeCoverage()
for (const stream of [false, true]) {
  const response = await replay.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', max_tokens: 99, system, messages, tools, stream }),
  })
  const text = await response.text()
  if (!response.ok || !text.includes('get_weather')) throw new Error(text)
}
await replay.close()
