import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { McpServers } from '../../src/cli/proxy/mcp-servers.js'
import { projectRoot } from '../support/project.js'

const SERVER = join(projectRoot, 'test/support/mcp/server.mjs')
const servers = new McpServers()
afterAll(() => servers.close())

const { signal } = new AbortController()

function tool(name: string, argument?: string) {
  const command = [process.execPath, SERVER] as const
  return servers.substitute({ command: [...command], tool: name, ...(argument && { argument }) }, 'query', {})
}

test('a tool of an MCP server gets the query under the name of its argument', async () => {
  expect(await tool('say').run({ query: 'tour' }, signal)).toBe('{"query":"tour"}')
  expect(await tool('say', 'q').run({ query: 'tour' }, signal)).toBe('{"q":"tour"}')
})

test('structured content becomes the search results; the text of a failed result becomes its error', async () => {
  expect(await tool('structured').run({ query: 'x' }, signal)).toEqual({ celsius: 7 })
  await expect(tool('fail').run({ query: 'x' }, signal)).rejects.toThrow('The disk is full.')
})

test('a server that is lost or cannot be started is started again with the next call', async () => {
  const missing = servers.substitute({ command: ['no-such-program-here'], tool: 'say' }, 'query', {})
  await expect(missing.run({ query: 'x' }, signal)).rejects.toThrow()
  const say = tool('say')
  await say.run({ query: 'x' }, signal)
  await servers.close()
  expect(await say.run({ query: 'again' }, signal)).toBe('{"query":"again"}')
})
