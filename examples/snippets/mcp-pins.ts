import { rmSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const client = new Client({ name: 'my-agent', version: '1.0.0' })
await client.connect(
  new StdioClientTransport({
    command: 'node',
    args: ['examples/snippets/mcp-server.mjs'],
  }),
)

// #region shown
import { readFileSync, writeFileSync } from 'node:fs'
import { mcpTools, pinMcpTools } from 'toolwire/tools'

// Once, after a review of the tools:
const reviewed = await mcpTools(client)
writeFileSync('mcp-pins.json', JSON.stringify(pinMcpTools(reviewed)))

// At every start:
const pin = JSON.parse(readFileSync('mcp-pins.json', 'utf8'))
const tools = await mcpTools(client, { pin })
// #endregion
console.log(tools.map(({ name }) => name))
rmSync('mcp-pins.json')
await client.close()
