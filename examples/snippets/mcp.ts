import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { toolCall } from 'toolwire'
import { createExecutor, mcpTools } from 'toolwire/tools'
import { weather } from './weather.js'

const calls = [
  toolCall('call_1', 'weather', { city: 'Oslo' }),
  toolCall('call_2', 'notes_find', { word: 'umbrella' }),
]

// #region shown
const client = new Client(
  { name: 'my-agent', version: '1.0.0' },
  { listChanged: { tools: { onChanged: renew } } },
)
await client.connect(
  new StdioClientTransport({
    command: 'node',
    args: ['examples/snippets/mcp-server.mjs'],
  }),
)

const notesNow = () =>
  mcpTools(client, { prefix: 'notes_', trustsHints: true })
let notes = await notesNow()
async function renew() {
  notes = await notesNow()
}

const executor = createExecutor({ tools: () => [weather, ...notes] })
// Results of `weather` and of `notes_find`.
const results = await executor.execute(calls)
// #endregion
await client.close()
if (results.some(({ isError }) => isError))
  throw new Error(JSON.stringify(results))
