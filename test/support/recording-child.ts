/**
 * Records exchanges endlessly and prints the number of each completed one, until it is killed. Arguments:
 * cassette, name.
 */
import { writeSync } from 'node:fs'
import { CassetteWriter } from '../../src/traffic/replay/cassette.js'
import { createRecorder } from '../../src/traffic/replay/recorder.js'

const [path = '', name = ''] = process.argv.slice(2)
const sink = await CassetteWriter.open(path)

const recorder = createRecorder({
  sink,
  async fetch(input) {
    const { question } = await new Request(input).json()
    return Response.json({ answer: question, filler: 'x'.repeat((count * 7919) % 50_000) })
  },
})

let count = 0
async function ask(): Promise<void> {
  for (;;) {
    count += 1
    const question = `${name}-${count}`
    const body = JSON.stringify({ question })
    const response = await recorder.fetch('https://api.example.com/v1', { method: 'POST', body })
    await response.text()
    writeSync(1, `${question}\n`)
  }
}

await Promise.all([ask(), ask(), ask()])
