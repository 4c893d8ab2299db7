// An MCP server with one tool, which agents find by searching.
import { createInterface } from 'node:readline'

const TOOL = {
  name: 'count_books',
  description: 'Counts the books on the shelf.',
  inputSchema: { type: 'object', properties: {} },
}

/** The answer to each method. Other methods are unknown. */
const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'shelf', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'There are 7 books.' }] }),
}

createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const result = ANSWERS[method]?.(params)
  const answer = result === undefined ? { error: { code: -32601, message: `no ${method}` } } : { result }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`)
})
