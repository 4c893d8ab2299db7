// #region shown
import OpenAI from 'openai'
import { createRegistry } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { createMock } from 'toolwire/mock'

const mock = await createMock({
  as: 'vllm',
  model: 'qwen3.7',
  registry: createRegistry([openaiChat]),
  script: [
    { calls: [{ name: 'read', arguments: { path: 'a.txt' } }] },
    { text: 'The file is empty.' },
    { refuse: 'rate-limit' },
  ],
})
const client = new OpenAI({
  baseURL: 'http://mock/v1',
  fetch: mock.fetch,
  apiKey: 'none',
})
// #endregion
const answer = await client.chat.completions.create({
  model: 'qwen3.7',
  messages: [{ role: 'user', content: 'Read a.txt' }],
})
console.log(answer.choices[0]?.message.tool_calls)
console.log(mock.requests.map(({ status }) => status))
