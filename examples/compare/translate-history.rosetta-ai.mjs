import { readFileSync } from 'node:fs'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText } from 'ai'
import { Provider, translate } from 'rosetta-ai'

// rosetta-ai does not write messages of OpenAI, so that AI SDK writes and sends them.
const { messages, system } = JSON.parse(
  readFileSync('examples/claude-history.json', 'utf8'),
)
const translated = translate(messages, {
  from: Provider.Anthropic,
  to: Provider.VercelAI,
  system,
})
const answer = {
  choices: [
    {
      message: { role: 'assistant', content: '' },
      finish_reason: 'stop',
    },
  ],
}
const openai = createOpenAI({
  apiKey: 'none',
  fetch: async (_url, { body }) => {
    console.log(body)
    return Response.json({ id: 'a', created: 1, model: 'm', ...answer })
  },
})
await generateText({
  model: openai.chat('gpt-5.4'),
  messages: translated.messages,
  allowSystemInMessages: true,
})
