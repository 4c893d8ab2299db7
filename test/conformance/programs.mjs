// Programs of the test: a translator like that of a Python proxy, and programs that misbehave.
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { chatAnswer } from './gateways/translation.mjs'

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
