import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import OpenAI from 'openai'
import { provider, userMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { pendingApprovals, runLoop } from 'toolwire/loop'
import {
  approveCall,
  createPolicy,
  denyCall,
  mcpTools,
} from 'toolwire/tools'

const [file = 'talk.json', answer = 'no'] = process.argv.slice(2)
const mcp = new Client({ name: 'my-agent', version: '1.0.0' })
await mcp.connect(
  new StdioClientTransport({
    command: 'node',
    args: ['examples/snippets/mcp-server.mjs'],
  }),
)
const openai = new OpenAI()
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: (body, { signal }) =>
    openai.chat.completions.create(body, { signal }),
})
const question = [userMessage('Where are the umbrellas?')]
const messages = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : question
const answered = answer === 'yes' ? approveCall : denyCall
const approvals = pendingApprovals(messages).map((request) =>
  answered(request),
)
const policy = createPolicy({ rules: [], default: 'ask' })
const loop = runLoop({
  provider: gpt,
  messages,
  tools: await mcpTools(mcp),
  policy,
  approvals,
})
for await (const event of loop)
  if (event.type === 'text-delta') process.stdout.write(event.delta)
  else if (event.type === 'waiting')
    console.log(
      `May ${event.name} run? Run this again with ${file} yes or no.`,
    )
writeFileSync(file, JSON.stringify(loop.messages))
await mcp.close()
