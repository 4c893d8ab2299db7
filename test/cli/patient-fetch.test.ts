import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { patientFetch } from '../../src/cli/proxy/patient-fetch.js'

const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

/** A server that begins no answer within three seconds. */
async function silent(): Promise<string> {
  const server = createServer((_incoming, outgoing) => {
    const timer = setTimeout(() => outgoing.end('at last'), 3000)
    outgoing.on('close', () => clearTimeout(timer))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
}

test('fetch waits as long as it is told to', async () => {
  const url = await silent()
  const impatient = patientFetch({ headersTimeout: 100, bodyTimeout: 100 })
  await expect(impatient(url, {})).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } })
  expect(await (await patientFetch()(url)).text()).toBe('at last')
  const stop = new AbortController()
  const asked = patientFetch()(new Request(url), { signal: stop.signal })
  setTimeout(() => stop.abort(), 50)
  await expect(asked).rejects.toThrow('aborted')
})

test('what a user put in the place of Node’s own is used as it is', async () => {
  await fetch('data:,')
  const own: unknown = Reflect.get(globalThis, DISPATCHER)
  onTestFinished(() => void Reflect.set(globalThis, DISPATCHER, own))
  let asked = 0
  class Company {
    dispatch() {
      asked += 1
      throw new Error('by way of the company')
    }
  }
  Reflect.set(globalThis, DISPATCHER, new Company())
  await expect(patientFetch()('http://127.0.0.1:4010/')).rejects.toThrow()
  expect(asked).toBe(1)
})
