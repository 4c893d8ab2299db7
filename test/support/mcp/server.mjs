// An MCP server of the official SDK that gives every kind of answer: over standard input and output, or with
// `http` as its argument over a port that it prints. It is a separate process, so that it can be killed.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const text = (value) => ({ type: 'text', text: value })
const cancelled = []

/** The answer of each tool. */
const ANSWERS = {
  say: (given) => ({ content: [text(JSON.stringify(given))] }),
  meta: (_given, { _meta: { progressToken: _token, ...meta } }) => ({
    content: [text(JSON.stringify(meta))],
  }),
  nothing: () => ({ content: [] }),
  many: () => ({
    content: [
      text('see'),
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///notes/a.md', mimeType: 'text/markdown', text: '# A' } },
      {
        type: 'resource',
        resource: { uri: 'file:///b.pdf?v=2', mimeType: 'application/pdf', blob: 'JVBERi0=' },
      },
      {
        type: 'resource_link',
        uri: 'https://example.com/c',
        name: 'c',
        description: 'the third',
        mimeType: 'text/html',
      },
    ],
    _meta: { 'example.com/took': 17 },
  }),
  structured: () => ({ content: [text('{"celsius":7}')], structuredContent: { celsius: 7 } }),
  structuredAlone: () => ({ content: [], structuredContent: { celsius: 8 } }),
  mistyped: () => ({ content: [], structuredContent: { celsius: 'cold' } }),
  unstructured: () => ({ content: [text('nothing of what was promised')] }),
  fail: () => ({
    content: [text('The disk is full.'), { type: 'image', data: PIXEL, mimeType: 'image/png' }],
    isError: true,
  }),
  failWithout: () => ({ content: [], isError: true }),
  refuse: () => {
    throw new McpError(ErrorCode.InvalidParams, 'Tool refuse not found')
  },
  wantLink: () => {
    throw new McpError(ErrorCode.UrlElicitationRequired, 'Log in first', {
      elicitations: [
        { mode: 'url', elicitationId: 'e1', url: 'https://example.com/login', message: 'Log in' },
      ],
    })
  },
  crash: () => {
    throw new Error('out of paper')
  },
  async progress(_given, { _meta, sendNotification }) {
    const { progressToken } = _meta
    for (const told of [{ progress: 1, message: 'begun' }, { progress: 2, total: 3 }, { progress: 2.5 }])
      await sendNotification({ method: 'notifications/progress', params: { progressToken, ...told } })
    // Clients drop progress that arrives in one chunk with the result.
    await wait(300)
    return { content: [text('done')] }
  },
  async slow({ id }, { signal, _meta, sendNotification }) {
    signal.addEventListener('abort', () => cancelled.push(id))
    const params = { progressToken: _meta.progressToken, progress: 0, message: 'running' }
    await sendNotification({ method: 'notifications/progress', params })
    await wait(60_000, undefined, { signal }).catch(() => {})
    return { content: [text('too late')] }
  },
  async grow(_given, { sendNotification }) {
    TOOLS.push({ name: 'grown', inputSchema: schema })
    await sendNotification({ method: 'notifications/tools/list_changed' })
    return { content: [] }
  },
  cancelled: () => ({ content: [text(JSON.stringify(cancelled))] }),
  die: () => process.exit(1),
}

const schema = { type: 'object', properties: {} }
const PROMISES = ['structured', 'unstructured', 'mistyped']
const TOOLS = [
  {
    name: 'say',
    title: 'Say it',
    description: 'Says what it is given',
    inputSchema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { word: { type: 'string' } },
      required: ['word'],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'fail',
    inputSchema: schema,
    annotations: { title: 'Fails', destructiveHint: false, idempotentHint: true },
  },
  ...Object.keys(ANSWERS)
    .filter((name) => !['say', 'fail', ...PROMISES].includes(name))
    .map((name) => ({ name, inputSchema: schema })),
  // Clients of version 1 check only the output schemas of the last page.
  ...PROMISES.map((name) => ({
    name,
    inputSchema: schema,
    outputSchema: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] },
  })),
  { name: 'say', description: 'the second of its name', inputSchema: schema },
  { name: `¿qué? / "now" ${'x'.repeat(100)}`, inputSchema: schema },
]
const PAGE = 5

function everything() {
  const server = new Server(
    { name: 'everything', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } } },
  )
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const from = Number(params?.cursor ?? 0)
    const nextCursor = from + PAGE < TOOLS.length ? { nextCursor: String(from + PAGE) } : {}
    return { tools: TOOLS.slice(from, from + PAGE), ...nextCursor }
  })
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const answer = ANSWERS[params.name] ?? ANSWERS.say
    return answer(params.arguments, extra)
  })
  return server
}

const sessions = new Map()

async function serve(request, response) {
  let transport = sessions.get(request.headers['mcp-session-id'])
  if (transport === undefined) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
    })
    await everything().connect(transport)
  }
  await transport.handleRequest(request, response)
}

if (process.argv[2] === 'http') {
  const http = createServer(serve)
  http.listen(0, '127.0.0.1', () => console.log(http.address().port))
} else {
  await everything().connect(new StdioServerTransport())
}
