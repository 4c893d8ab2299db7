// Programs of the test: a translator like that of a Python proxy, and programs that misbehave.
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [habit] = process.argv.slice(2)
const lines = createInterface({ input: process.stdin })
let count = 0

for await (const line of lines) {
  const { id, kind, from, to, body } = JSON.parse(line)
  count += 1
  const say = (output) => process.stdout.write(`${JSON.stringify({ id, ...output })}\n`)
  if (habit === 'dead') process.exit(3)
  else if (habit === 'dies-later' && count === 2) process.exit(4)
  else if (habit === 'slow') continue
  else if (habit === 'lying') process.stdout.write('{"id":"another case","body":{}}\n')
  else if (habit === 'no-json') process.stdout.write('hello\n')
  else if (habit === 'endless') for (;;) writeSync(1, 'x'.repeat(1 << 16))
  else if (kind !== 'answer' || from !== 'anthropic-messages' || to !== 'openai-chat')
    say({ skipped: 'only answers of Claude' })
  else say({ body: chatAnswer(JSON.parse(body)) })
}

/** Translates texts and calls. Thinking and blocks of the provider are no part of a Chat answer. */
function chatAnswer({ id, model, content, stop_reason }) {
  const calls = content.filter(({ type }) => type === 'tool_use')
  const text = content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('')
  const tool_calls = calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.input) },
  }))
  const message = { role: 'assistant', content: text || null, ...(calls.length > 0 && { tool_calls }) }
  const finish_reason = { tool_use: 'tool_calls', max_tokens: 'length' }[stop_reason] ?? 'stop'
  return { id, object: 'chat.completion', created: 0, model, choices: [{ index: 0, message, finish_reason }] }
}
