import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { ADAPTERS_FOLDER as adapters } from '../../src/cli/adapters.js'
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

test('an unreadable record is a line of the table', async () => {
  const { stdout, status } = await runCli(['calls', '--no-color'], '{"a":1}', { isTTY: true })
  expect(stdout.split('\n')).toHaveLength(2)
  expect(stdout).toContain('no adapter recognizes this')
  expect(status).toBe(1)
})
