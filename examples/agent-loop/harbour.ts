// A small MCP server with the official SDK in a separate process. The agent communicates with it over
// standard input and output.
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const server = new McpServer({ name: 'harbour', version: '1.0.0' })
server.registerTool(
  'tides',
  {
    description: 'High and low water of a harbour',
    inputSchema: z.object({ harbour: z.string(), day: z.string() }),
    annotations: { readOnlyHint: true },
  },
  ({ harbour, day }) => ({
    content: [{ type: 'text', text: `${harbour}, ${day}: low 06:41, high 12:55, low 19:08` }],
  }),
)
await server.connect(new StdioServerTransport())
