import { expect, test } from 'vitest'
import { rules } from '../../adapters/anthropic-messages/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import {
  answer,
  BROKEN,
  f,
  hi,
  messages,
  result,
  say,
  server,
  text,
  thinking,
  thought,
  tools,
  use,
  user,
} from '../lint/broken/anthropic-messages.js'

test.each(BROKEN)('ANTHROPIC-%s', (id, request, path) => {
  const rule = rules.filter((one) => one.id === `ANTHROPIC-${id}`)
  expect(lint(rule, request).map((violation) => violation.path)).toContain(path)
})

test('every rule has a request that breaks it; those of platforms are in anthropic-platforms.test.ts', () => {
  // Rules of settings are tested in test/lint/settings.test.ts.
  const own = rules.filter(({ id, profiles }) => profiles === undefined && !id.includes('-SETTING-'))
  expect([...new Set(BROKEN.map(([id]) => `ANTHROPIC-${id}`))].sort()).toEqual(own.map(({ id }) => id).sort())
})

test.each<[string, JsonObject]>([
  [
    'results over several user messages',
    messages(hi, say(use('a'), use('b')), user(result('a')), user(result('b'), text('x'))),
  ],
  [
    'a system message that only changes a setting, as Claude Code sends it',
    messages(hi, { role: 'system', content: [], output_config: { effort: 'medium' } }, say(text('x')), hi),
  ],
  [
    'a system message in between',
    messages(hi, say(use('a')), user(result('a')), { role: 'system', content: 'x' }),
  ],
  [
    'an id of an earlier turn',
    messages(hi, say(use('a')), user(result('a')), say(use('a')), user(result('a'))),
  ],
  [
    'a tool loop in which the model thought once, at its beginning',
    {
      ...messages(hi, say(thought, use('a')), user(result('a')), say(use('b')), user(result('b'))),
      thinking,
    },
  ],
  [
    'a continued thread, whose calls and tools the server holds',
    {
      ...messages(user(result('a', { content: [{ type: 'tool_reference', tool_name: 'f' }] }))),
      tools: [],
      thinking,
      thread: { type: 'continue', previous_message_id: 'msg_1' },
    },
  ],
  ['a paused turn', messages(hi, say(text('x'), server('srvtoolu_1')))],
  [
    'a paused turn that went on',
    messages(hi, say(server('srvtoolu_1')), say(answer('srvtoolu_1'), text('x')), hi),
  ],
  [
    'waiting code with its container',
    {
      ...messages(
        hi,
        say(
          server('srvtoolu_1', 'code_execution'),
          use('a', { caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' } }),
        ),
        user(result('a')),
      ),
      container: 'c',
    },
  ],
  [
    'adaptive thinking with a forced call',
    { ...tools(f), thinking: { type: 'adaptive' }, tool_choice: { type: 'any' } },
  ],
  [
    'tools of an MCP server by name',
    { ...tools({ type: 'mcp_toolset', mcp_server_name: 's' }), tool_choice: { type: 'tool', name: 'echo' } },
  ],
])('nothing is wrong with %s', (_, request) => {
  expect(lint(rules, request).filter(({ severity }) => severity === 'error')).toEqual([])
})
