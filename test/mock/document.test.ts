import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { servers } from '../../src/traffic/mock/rows/index.js'
import { projectRoot } from '../support/project.js'

const UNKNOWN = { refuse: 'refused', drop: 'dropped', spoil: 'spoiled' }
const NAMES: Readonly<Record<string, string>> = {
  'openai-chat': 'Chat',
  'mistral-chat': 'Chat',
  'ollama-chat': '`/api/chat`',
  'openai-responses': 'Responses',
  'anthropic-messages': 'Messages',
  'google-generate-content': 'generateContent',
  'bedrock-converse': 'Converse',
}

function serverTable(): string {
  const rows = Object.entries(servers).map(([name, { title, apis, date }]) => {
    const tools = apis.map(({ wire, unknownTool }) => `${NAMES[wire]} ${UNKNOWN[unknownTool]}`)
    return `| \`${name}\` | ${title} | ${tools.join(', ')} | ${date} |`
  })
  return [
    '| name | server | APIs, and tools of unknown kinds | facts of |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

test('docs/mock-server.md lists the servers', () => {
  expect(readFileSync(join(projectRoot, 'docs/mock-server.md'), 'utf8')).toContain(serverTable())
})
