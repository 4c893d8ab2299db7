import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { transcriptOf } from '../../src/traffic/logs/log-formats.js'

/** Returns the lines of a program, with a compaction between two conversations that leaves the first text of the second one. */
type WriteLines = (conversations: readonly (readonly string[])[]) => JsonObject[]

function claudeCode(agent: JsonObject): WriteLines {
  return (conversations) => {
    const lines: JsonObject[] = []
    const add = (line: JsonObject, parentUuid: string | null) =>
      lines.push({
        sessionId: 's',
        isSidechain: false,
        ...agent,
        ...line,
        uuid: `u${lines.length}`,
        parentUuid,
      })
    for (const [index, texts] of conversations.entries()) {
      if (index > 0) add({ type: 'system', subtype: 'compact_boundary' }, null)
      for (const content of texts)
        add(
          { type: 'user', message: { role: 'user', content } },
          lines.length === 0 ? null : `u${lines.length - 1}`,
        )
    }
    return lines
  }
}

const codex: WriteLines = (conversations) => {
  const item = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
  const line = (text: string) => ({ type: 'response_item', payload: item(text) })
  return conversations.flatMap(([left = '', ...texts], index) => [
    index === 0 ? line(left) : { type: 'compacted', payload: { replacement_history: [item(left)] } },
    ...texts.map(line),
  ])
}

const geminiCli: WriteLines = (conversations) => {
  let count = 0
  const message = (text: string) => {
    count += 1
    return { id: `m${count}`, type: 'user', content: text }
  }
  return conversations.flatMap(([left = '', ...texts], index) => [
    index === 0 ? message(left) : { $set: { messages: [message(left)] } },
    ...texts.map(message),
  ])
}

/** The text of a message, which is unique in its log. */
const TEXT = /text \d+/g

test.each<[program: string, write: WriteLines]>([
  ['Claude Code', claudeCode({})],
  ['a subagent of Claude Code', claudeCode({ isSidechain: true, agentId: 'a' })],
  ['Codex', codex],
  ['Gemini CLI', geminiCli],
])('each compaction of %s begins a conversation', (_program, write) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }), (lengths) => {
      const conversations = lengths.map((length, index) =>
        Array.from({ length }, (_, place) => `text ${index * 10 + place}`),
      )
      const lines = write(conversations)
      const read = transcriptOf(lines)?.read(lines) ?? []
      expect(read.map(({ request }) => JSON.stringify(request).match(TEXT))).toEqual(conversations)
    }),
  )
})
