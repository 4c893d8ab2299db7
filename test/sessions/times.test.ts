import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asJson } from '../../src/base/json/read-json.js'
import { toolCall, toolMessage, toolResult, userMessage } from '../../src/base/model/create.js'
import type { Message } from '../../src/base/model/types.js'
import { readSession, sessionRecords } from '../../src/cli/sessions/read-session.js'
import { convertSession } from '../../src/traffic/sessions/convert-session.js'
import { sessionAgents } from '../../src/traffic/sessions/session-types.js'
import { registry } from '../support/adapters.js'
import { tries } from '../support/cases.js'

const FACTS = {
  folder: '/work',
  time: Date.UTC(2026, 10, 29),
  load: async (wire: string) => registry.get(wire),
}

/** Returns the times of the messages in a text, as the reader of sessions finds them. */
async function timesIn(text: string) {
  const bytes = new TextEncoder().encode(text)
  const { conversations } = await readSession(sessionRecords(bytes, 'session.jsonl', registry), { registry })
  return conversations.flatMap(({ times }) => times)
}

function turn(index: number): Message[] {
  const calls = [0, 1].map((place) =>
    toolCall(`call_${index}_${place}`, index % 3 === 0 ? 'Task' : 'Bash', { command: 'ls' }),
  )
  return [
    userMessage('Go on.'),
    { role: 'assistant', parts: [{ type: 'text', text: 'Working.' }, ...calls] },
    toolMessage(calls.map((call) => toolResult(call, 'done'))),
    // A wire may join an answer to the text of calls before it.
    userMessage('Thanks.'),
  ]
}

describe.each(sessionAgents)('a session for %s', (agent) => {
  test('has the times of the messages; an unknown time is that of the message before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.option(fc.integer({ min: 1, max: 1e6 }), { nil: undefined, freq: 4 })),
        async (turns, steps) => {
          const messages = Array.from({ length: turns }, (_, index) => turn(index + 1)).flat()
          let last = Date.UTC(2026, 0, 1)
          const times = messages.map(() => {
            const step = steps.next().value
            if (step !== undefined) last += step
            return step === undefined ? undefined : last
          })
          const { text } = await convertSession(agent, { messages }, { ...FACTS, times })
          let time = times.find((one) => one !== undefined) ?? FACTS.time
          const kept = messages.flatMap(({ role }, index) => {
            // Results of calls that became text are in this text.
            const before = messages[index - 1]?.parts ?? []
            const isText = before.some((part) => part.type === 'tool-call' && part.name === 'Task')
            if (role === 'tool' && isText) return []
            time = times[index] ?? time
            return [time]
          })
          expect(await timesIn(text)).toEqual(kept)
        },
      ),
      tries(60),
    )
  })

  test('has the time of the conversion for a conversation without times', async () => {
    const { text } = await convertSession(agent, { messages: turn(1) }, FACTS)
    expect(new Set(await timesIn(text))).toEqual(new Set([FACTS.time]))
  })
})

const TIME = Date.UTC(2026, 0, 1, 12)
const later = (seconds: number) => TIME + seconds * 1000
const iso = (seconds: number) => new Date(later(seconds)).toISOString()
const lines = (...values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(asJson(value))}\n`).join('')

test.each([
  [
    'pi',
    lines(
      { type: 'session', id: 's', cwd: '/w' },
      {
        type: 'message',
        id: 'a',
        parentId: null,
        timestamp: iso(1),
        message: { role: 'user', content: 'Hi' },
      },
      {
        ...{ type: 'message', id: 'b', parentId: 'a', timestamp: iso(2) },
        message: { role: 'assistant', content: [{ type: 'toolCall', id: 'c', name: 'ls', arguments: {} }] },
      },
      {
        ...{ type: 'message', id: 'd', parentId: 'b', timestamp: iso(3) },
        message: {
          role: 'toolResult',
          toolCallId: 'c',
          toolName: 'ls',
          content: [{ type: 'text', text: 'x' }],
        },
      },
    ),
    [later(1), later(2), later(3)],
  ],
  [
    'Gemini CLI',
    lines(
      { sessionId: 's', projectHash: 'h', startTime: iso(0) },
      { id: 'a', type: 'user', timestamp: iso(1), content: [{ text: 'Hi' }] },
      { id: 'b', type: 'gemini', timestamp: iso(2), content: 'Hello', toolCalls: [] },
    ),
    [later(1), later(2)],
  ],
  [
    'goose',
    JSON.stringify({
      id: 's',
      conversation: [
        { role: 'user', created: TIME / 1000 + 1, content: [{ type: 'text', text: 'Hi' }] },
        {
          role: 'assistant',
          created: TIME / 1000 + 2,
          content: [{ type: 'toolRequest', id: 'c', toolCall: { value: { name: 'ls', arguments: {} } } }],
        },
      ],
    }),
    [later(1), later(2)],
  ],
  [
    'Cline',
    JSON.stringify([
      { role: 'user', content: [{ type: 'text', text: 'Hi' }], ts: later(1) },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'ls', input: {} }],
        ts: later(2),
      },
    ]),
    [later(1), later(2)],
  ],
])('the times of a session of %s are read', async (_agent, text, times) => {
  expect(await timesIn(text)).toEqual(times)
})
