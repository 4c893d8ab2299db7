import { join } from 'node:path'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { ADAPTERS_FOLDER as adapters } from '../../src/cli/adapters.js'
import { fixturesFolder } from '../support/exchanges.js'
import { runCli } from '../support/run-cli.js'

const RECORD = JSON.stringify({
  id: 'one',
  response: {
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: 'weather', arguments: `{"city":"${'Oslo '.repeat(40)}"}` },
            },
          ],
        },
      },
    ],
  },
})

test('calls are a table on a terminal, and JSON in a pipe', async () => {
  const { stdout, status } = await runCli(['calls', '--no-color'], RECORD, { isTTY: true, adapters })
  const [title, head, row] = stdout.split('\n')
  expect(title).toMatch(/\bone openai-chat$/)
  expect(head?.trim().split(/ {2,}/)).toEqual(['in', 'kind', 'tool', 'status', 'arguments or result'])
  expect(row).toMatch(/answer +call +weather +complete +\{"city":"Oslo /)
  for (const line of stdout.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80)
  expect(status).toBe(0)
  expect(JSON.parse((await runCli(['calls'], RECORD, { adapters })).stdout)).toMatchObject({
    id: 'one',
    wire: 'openai-chat',
  })
})

test('an unreadable record is reported in its table', async () => {
  const { stdout, status } = await runCli(['calls', '--no-color'], '{"a":1}', { isTTY: true })
  expect(stdout).toMatch(/^ {2}no adapter recognizes this/)
  for (const line of stdout.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80)
  expect(status).toBe(1)
})

const EXCHANGE = JSON.stringify({
  request: {
    model: 'claude-sonnet-4-5',
    max_tokens: 1024,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    messages: [{ role: 'user', content: 'Is it raining in Oslo? '.repeat(9) }],
    tools: [{ name: 'weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }],
  },
  response: {
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }],
    usage: { input_tokens: 9, output_tokens: 2 },
  },
})
const TERMINAL = { isTTY: true, adapters }
const TRANSLATE = ['translate', '--to', 'openai-chat', '--model', 'gpt-5.4']

function rowsOf(text: string): string[][] {
  return text.split('\n').map((line) => line.trim().split(/ {2,}/))
}

test('decoded records are a table on a terminal, and JSON in a pipe', async () => {
  const { stdout } = await runCli(['decode', '--no-color'], EXCHANGE, TERMINAL)
  const rows = rowsOf(stdout)
  expect(rows).toEqual(
    expect.arrayContaining([
      ['anthropic-messages'],
      ['in', 'who', 'part', 'content'],
      ['request', 'tools', 'weather'],
      ['request', 'user', 'text', expect.stringMatching(/^Is it raining .*…$/)],
      ['answer', 'assistant', 'tool-call', 'weather {"city":"Oslo"}'],
      ['answer', 'usage', expect.stringContaining('inputTokens: 9')],
    ]),
  )
  const { lines } = await runCli(['decode'], EXCHANGE, { adapters })
  expect(lines).toMatchObject([{ wire: 'anthropic-messages', response: { usage: { inputTokens: 9 } } }])
})

test('translated records are a table on a terminal with the notices, and JSON in a pipe', async () => {
  const { stdout } = await runCli([...TRANSLATE, '--no-color'], EXCHANGE, TERMINAL)
  const rows = rowsOf(stdout)
  expect(rows).toEqual(
    expect.arrayContaining([
      ['openai-chat'],
      ['in', 'field', 'value'],
      ['request', '/model', 'gpt-5.4'],
      ['request', '/tools/0/function/name', 'weather'],
      ['answer', '/choices/0/message/role', 'assistant'],
      ['effort-from-budget', '/request/reasoning/budgetTokens'],
    ]),
  )
  const { lines } = await runCli(TRANSLATE, EXCHANGE, { adapters })
  expect(lines).toMatchObject([{ wire: 'openai-chat', request: { model: 'gpt-5.4' } }])
})

test('streams and batches keep their form', async () => {
  const streamed = await runCli([...TRANSLATE, '--stream', '--no-color'], EXCHANGE, TERMINAL)
  expect(rowsOf(streamed.stdout)).toContainEqual(['answer', '/sse/0', expect.stringMatching(/^data: \{.*…$/)])
  const batch = await runCli([...TRANSLATE, '--batch'], EXCHANGE, TERMINAL)
  expect(batch.lines).toMatchObject([{ custom_id: expect.any(String) }])
})

test('tables of all fixtures fit into 80 columns', async () => {
  const wires = ['anthropic-messages', 'google-generate-content', 'bedrock-converse', 'ai-sdk']
  for (const argv of [['decode'], TRANSLATE])
    for (const wire of wires) {
      const { stdout } = await runCli([...argv, '--no-color', join(fixturesFolder, wire)], '', TERMINAL)
      const lines = stdout.split('\n').filter((line) => line.startsWith('  '))
      expect(lines.length).toBeGreaterThan(20)
      expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([])
    }
})

test.each(['decode', 'translate'])('%s reports an unreadable record in its table', async (command) => {
  const argv = command === 'decode' ? [command] : TRANSLATE
  const { stdout, status } = await runCli([...argv, '--no-color'], '{"a":1}', TERMINAL)
  expect(stdout).toMatch(/^ {2}no adapter recognizes this/)
  expect(status).toBe(1)
})
