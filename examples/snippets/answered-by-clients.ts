import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { HTTPClient, Mistral } from '@mistralai/mistralai'
import { CohereClientV2 } from 'cohere-ai'
import { Ollama } from 'ollama'
import { firstOf, provider } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiResponses } from 'toolwire/adapters/openai-responses'
import { answeredBy } from 'toolwire/answered-by'

const claude = provider(anthropic, {
  model: 'claude-sonnet-5-5',
  maxOutputTokens: 4096,
  key: process.env.ANTHROPIC_API_KEY,
})
const gpt = provider(openaiResponses, {
  model: 'gpt-5.4',
  key: process.env.OPENAI_API_KEY,
})

// #region shown
const fetch = answeredBy(firstOf([claude, gpt]))

const clients = [
  new Anthropic({ apiKey: 'unused', fetch }),
  new GoogleGenAI({ apiKey: 'unused', httpOptions: { fetch } }),
  new Mistral({
    apiKey: 'unused',
    httpClient: new HTTPClient({ fetcher: fetch }),
  }),
  new CohereClientV2({ token: 'unused', fetch }),
  new Ollama({ fetch }),
]
// #endregion
if (clients.length !== 5) throw new Error('a client is missing')
