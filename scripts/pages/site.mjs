// One server of the chat page, with its model and the pages that are open.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startModel } from '../../examples/chat-page/offline-model.mjs'
import { ChatPage } from './chat-page.mjs'

const PROGRAMS = {
  hono: ['server/hono.ts'],
  next: ['node_modules/next/dist/bin/next', 'start'],
}

/** Starts the server and the model. */
export async function startSite({ name, node, folder, browser }) {
  const [port, modelPort] = [await freePort(), await freePort()]
  const data = mkdtempSync(join(tmpdir(), 'toolwire-pages-'))
  const model = new Model(modelPort)
  await model.up()
  const server = spawn(node, PROGRAMS[name], {
    cwd: resolve(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      OPENAI_API_KEY: undefined,
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      CHATS: join(data, 'chats.sqlite'),
      MODEL_URL: `http://127.0.0.1:${modelPort}`,
    },
  })
  let output = ''
  server.stdout.on('data', (chunk) => {
    output += chunk
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isUp(url))) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`)
    await sleep(50)
  }
  const pages = []
  const pictures = process.env.SCREENSHOTS && join(process.env.SCREENSHOTS, name)
  if (pictures) mkdirSync(pictures, { recursive: true })
  return {
    model,
    /** Opens a chat; a new one without an address. */
    async open(address = url) {
      const page = await browser.newPage()
      pages.push(page)
      const opened = new ChatPage(page, pictures)
      await opened.goto(address)
      return opened
    },
    /** Returns how often an article was ordered. */
    orders: (article) => output.split('\n').filter((line) => line === `Ordered: ${article}`).length,
    /** Closes the pages. The model is up afterwards. */
    async rest() {
      for (const page of pages.splice(0)) await page.close()
      await model.up()
      model.go()
    },
    async close() {
      await model.down()
      if (server.exitCode === null) {
        server.kill('SIGKILL')
        await once(server, 'exit')
      }
      rmSync(data, { recursive: true })
    },
  }
}

/** A model that can be taken down, and that can wait in the middle of an answer. */
class Model {
  /** The number of requests. */
  requests = 0
  #port
  #server
  #gate = deferred()

  constructor(port) {
    this.#port = port
    this.#gate.resolve()
  }

  async up() {
    if (this.#server?.listening === true) return
    this.#server = await startModel({ port: this.#port, beforeWord: (index) => this.#beforeWord(index) })
    this.#server.prependListener('request', () => {
      this.requests += 1
    })
  }

  /** Ends the server, also in the middle of an answer. */
  async down() {
    if (!this.#server.listening) return
    this.go()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Lets answers wait before their sixth word. */
  hold() {
    this.#gate = deferred()
  }

  /** Lets answers go on. */
  go() {
    this.#gate.resolve()
  }

  async #beforeWord(index) {
    if (index === 5) await this.#gate.promise
  }
}

async function isUp(url) {
  return fetch(url, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Replaces `Promise.withResolvers`, which needs Node 22. */
function deferred() {
  let resolve
  const promise = new Promise((done) => {
    resolve = done
  })
  return { promise, resolve }
}
