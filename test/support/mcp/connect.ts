import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { McpClient } from '../../../src/tools/mcp/mcp-client.js'
import { killedAtTheEnd } from '../children.js'
import { projectRoot } from '../project.js'

const SERVER = join(projectRoot, 'test/support/mcp/server.mjs')
const INFO = { name: 'test', version: '1.0.0' }

/** A client of the official SDK, and a function that closes it. */
export interface Connection {
  readonly client: McpClient
  close(): Promise<void>
}

/** Both versions of the official client, over both transports, to a server in a separate process. */
export const CONNECTIONS: readonly (readonly [name: string, connect: () => Promise<Connection>])[] = [
  ['SDK 1, stdio', () => overStdio(new Client1(INFO), new Stdio1(child()))],
  ['SDK 2, stdio', () => overStdio(new Client2(INFO), new Stdio2(child()))],
  ['SDK 1, HTTP', () => overHttp(new Client1(INFO), (url) => new Http1(url))],
  ['SDK 2, HTTP', () => overHttp(new Client2(INFO), (url) => new Http2(url))],
]

function child() {
  return { command: process.execPath, args: [SERVER] }
}

interface Connectable<Transport> extends McpClient {
  connect(transport: Transport): Promise<void>
  close(): Promise<void>
}

async function overStdio<Transport>(
  client: Connectable<Transport>,
  transport: Transport,
): Promise<Connection> {
  await client.connect(transport)
  return { client, close: () => client.close() }
}

async function overHttp<Transport>(
  client: Connectable<Transport>,
  transportTo: (url: URL) => Transport,
): Promise<Connection> {
  const server = killedAtTheEnd(
    spawn(process.execPath, [SERVER, 'http'], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const port = await portOf(server)
  await client.connect(transportTo(new URL(`http://127.0.0.1:${port}/mcp`)))
  return {
    client,
    async close() {
      await client.close()
      server.kill()
    },
  }
}

async function portOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the server has no output')
  const [line] = await once(stdout, 'data')
  return String(line).trim()
}
