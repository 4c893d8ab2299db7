import { readFileSync } from 'node:fs'
import { translateBetweenProviders } from 'llm-bridge'

const request = JSON.parse(
  readFileSync('examples/claude-history.json', 'utf8'),
)
const translated = translateBetweenProviders(
  'anthropic',
  'openai',
  request,
)
console.log(JSON.stringify({ ...translated, model: 'gpt-5.4' }))
