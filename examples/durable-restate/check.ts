// Usage: node check.js
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/support/free-port.js'
import { QUESTION } from '../durable-parts/payments.js'
import { checkSurvival, startProgram } from '../durable-parts/survival.js'
import { startRestate } from './server.js'

const [{ ingress, admin }, port] = await Promise.all([startRestate(), freePort()])
const main = new URL('./main.js', import.meta.url)

await checkSurvival({
  name: 'Restate',
  start: (folder, fatalTurn = 0) =>
    startProgram(main, [String(port), folder, String(fatalTurn)], { RESTATE_LOGGING: 'ERROR' }),
  async begin() {
    await reachable(port)
    await post(`${admin}/deployments`, { uri: `http://127.0.0.1:${port}` })
    await post(`${ingress}/agent/chat-17/run/send`, QUESTION)
  },
  async conversation() {
    const answer = await fetch(`${ingress}/restate/workflow/agent/chat-17/attach`)
    return expectGood(answer).json()
  },
})
process.exit()

async function post(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  expectGood(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

function expectGood(answer: Response): Response {
  if (!answer.ok) throw new Error(`${answer.url}: status ${answer.status}`)
  return answer
}

/** Waits until the service listens. */
async function reachable(at: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(at, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await sleep(50)
  }
}
