// A small MCP server over standard input and output, for mcp.ts.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const NOTES = ['Umbrellas stand behind the converter.', 'The kettle is broken.']

serveStdio(() => {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  const about = {
    description: 'Finds notes by a word',
    inputSchema: z.object({ word: z.string() }),
    annotations: { readOnlyHint: true },
  }
  server.registerTool('find', about, ({ word }) => {
    const found = NOTES.filter((note) => note.toLowerCase().includes(word))
    return { content: found.map((text) => ({ type: 'text', text })) }
  })
  return server
})
