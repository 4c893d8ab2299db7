import { anthropic } from '@ai-sdk/anthropic'
import { google } from '@ai-sdk/google'
import { openai } from '@ai-sdk/openai'
import { streamText } from 'ai'

const models = {
  gpt: [openai('gpt-5.4'), { web_search: openai.tools.webSearch() }],
  claude: [
    anthropic('claude-sonnet-5-5'),
    { web_search: anthropic.tools.webSearch_20250305() },
  ],
  gemini: [
    google('gemini-3-flash-preview'),
    { google_search: google.tools.googleSearch({}) },
  ],
}
const messages = [
  { role: 'user', content: 'How high is the Eiger in feet?' },
]
for (const name of ['gpt', 'claude', 'gemini']) {
  messages.push({ role: 'user', content: `What do you say, ${name}?` })
  const [model, tools] = models[name]
  const result = streamText({ model, messages, tools })
  for await (const text of result.textStream) process.stdout.write(text)
  messages.push(...(await result.response).messages)
}
