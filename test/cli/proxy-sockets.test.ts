import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import OpenAI from 'openai'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer } from '../support/proxy.js'
import { served, temporaryFolder } from '../support/replay.js'
import { response } from '../support/responses-schemas.js'
import { startCli } from '../support/run-cli.js'

/** A target with the requests it received. */
interface Target {
  readonly url: string
  readonly asked: {
    readonly texts: readonly string[]
    readonly signal: AbortSignal
    readonly key: string | null
  }[]
}

/**
 * Starts a target that repeats the last text it received. A text `wait` is answered once it is released;
 * `fail` is refused.
 */
async function target({ codecs, ...adapter }: Adapter, letGo?: Promise<unknown>): Promise<Target> {
  const asked: Target['asked'] = []
  const { url } = await served(async (input, init) => {
    const sent = new Request(input, init)
    const body: JsonObject = await sent.json()
    const { messages } = adapter.decodeRequest(body).value
    const texts = messages.flatMap(({ parts }) =>
      parts.map((part) => (part.type === 'text' ? part.text : part.type)),
    )
    asked.push({ texts, signal: sent.signal, key: sent.headers.get('authorization') })
    const last = texts.at(-1)
    if (last === 'wait') await letGo
    if (last === 'fail')
      return Response.json({ error: { message: 'no', type: 'server_error' } }, { status: 500 })
    const parts = [{ type: 'text' as const, text: `You said ${last}.` }]
    return nativeAnswer(
      { codecs, ...adapter },
      { id: `chat-${asked.length}`, message: { role: 'assistant', parts }, finish: { reason: 'stop' } },
      { path: new URL(sent.url).pathname, body },
    )
  })
  return { url: `${url}${codecs.http.base ?? ''}`, asked }
}

const chat = adapterOf('openai-chat').adapter

async function proxyTo(to: Target, more: readonly string[] = [], env: Record<string, string> = {}) {
  const args = ['proxy', '--to', 'openai-chat', '--target', to.url, '--model', 'm', '--quiet', ...more]
  const proxy = await startCli(args, { adapters: ADAPTERS_FOLDER, env })
  onTestFinished(async () => void (await proxy.stop()))
  return proxy
}

/** A connection like that of Codex. */
class Connection {
  readonly #socket: WebSocket
  readonly #messages: JsonObject[] = []
  #told: (() => void) | undefined

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => {
      this.#messages.push(JSON.parse(data.toString()))
      this.#told?.()
    })
  }

  static async open(
    url: string,
    headers: Record<string, string> = {},
    path = '/v1/responses',
  ): Promise<Connection> {
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers })
    const connection = new Connection(socket)
    onTestFinished(() => socket.terminate())
    await once(socket, 'open')
    return connection
  }

  send(request: JsonObject | string): void {
    this.#socket.send(typeof request === 'string' ? request : JSON.stringify(request))
  }

  /** Returns the messages up to one that ends a turn. */
  async turn(): Promise<JsonObject[]> {
    for (;;) {
      const end = this.#messages.findIndex(({ type }) =>
        /^(response\.(completed|failed)|error)$/.test(String(type)),
      )
      if (end !== -1) return this.#messages.splice(0, end + 1)
      await new Promise<void>((resolve) => {
        this.#told = resolve
      })
    }
  }

  /** Sends a request and returns the content of the turn's last message. */
  async ask(input: string, more: JsonObject = {}): Promise<{ readonly id: string; readonly text: string }> {
    this.send(create(input, more))
    return ended(await this.turn())
  }

  close(): void {
    this.#socket.close()
  }

  terminate(): void {
    this.#socket.terminate()
  }
}

function create(input: string, more: JsonObject = {}): JsonObject {
  const message = { type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }
  return { type: 'response.create', model: 'm', store: false, stream: true, input: [message], ...more }
}

function ended(turn: readonly JsonObject[]): { readonly id: string; readonly text: string } {
  const last = turn.at(-1)
  if (!isObject(last?.response)) throw new Error(`the turn ended with ${JSON.stringify(last)}`)
  const { id, output } = response.parse(last.response)
  const text = output.flatMap((item) => (item.type === 'message' ? item.content : []))
  return { id, text: JSON.stringify(text.map((part) => ('text' in part ? part.text : ''))) }
}

describe('requests of the Responses API over a WebSocket', () => {
  test('are answered by events, and continue from an answer that is not stored', async () => {
    const to = await target(chat)
    const { url } = await proxyTo(to)
    const connection = await Connection.open(url, { authorization: 'Bearer k' })
    connection.send(create('one'))
    const turn = await connection.turn()
    expect(turn.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    const first = ended(turn)
    expect(first.text).toBe('["You said one."]')
    const second = await connection.ask('two', { previous_response_id: first.id })
    const third = await connection.ask('three', { previous_response_id: second.id })
    expect(to.asked.map(({ texts }) => texts)).toEqual([
      ['one'],
      ['one', 'You said one.', 'two'],
      ['one', 'You said one.', 'two', 'You said two.', 'three'],
    ])
    // Earlier answers can be continued, too.
    connection.send(create('other', { previous_response_id: first.id }))
    const branch = await connection.turn()
    expect(branch.at(-1)).toMatchObject({ response: { previous_response_id: first.id, store: false } })
    expect(to.asked.at(-1)?.texts).toEqual(['one', 'You said one.', 'other'])
    expect(third.id).not.toBe(second.id)
  })

  test('begin with messages that were sent before without requesting an answer', async () => {
    const to = await target(chat)
    const { url } = await proxyTo(to)
    const connection = await Connection.open(url)
    connection.send(create('hello', { generate: false, store: true, instructions: 'Be short.' }))
    const turn = await connection.turn()
    const { id, text } = ended(turn)
    expect(text).toBe('[]')
    expect(to.asked).toEqual([])
    await connection.ask('one', { previous_response_id: id, instructions: 'Be short.' })
    expect(to.asked.map(({ texts }) => texts)).toEqual([['Be short.', 'hello', 'one']])
  })

  test('come from the official client', async () => {
    const { url } = await proxyTo(await target(chat))
    const client = new OpenAI({ apiKey: 'k', baseURL: `${url}/v1` })
    const socket = new ResponsesWS(client)
    onTestFinished(() => socket.close())
    const completed = new Promise<string>((resolve, reject) => {
      socket.on('error', reject)
      socket.on('response.completed', (event) => resolve(event.response.id))
    })
    socket.send({ type: 'response.create', model: 'm', input: 'one' })
    expect(await completed).toMatch(/^resp_/)
  })

  test('are answered one after the other, in their order', async () => {
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const to = await target(chat, gate)
    const { url } = await proxyTo(to)
    const connection = await Connection.open(url)
    connection.send(create('wait'))
    connection.send(create('two'))
    const other = await Connection.open(url)
    expect((await other.ask('three')).text).toBe('["You said three."]')
    expect(to.asked.map(({ texts }) => texts)).toEqual([['wait'], ['three']])
    letGo()
    expect(ended(await connection.turn()).text).toBe('["You said wait."]')
    expect(ended(await connection.turn()).text).toBe('["You said two."]')
  })

  test('find nothing of another connection, of another client or after connecting anew, unless it is stored', async () => {
    const to = await target(chat)
    const { url } = await proxyTo(to)
    const first = await Connection.open(url, { authorization: 'Bearer a' })
    const { id } = await first.ask('secret')
    const { id: stored } = await first.ask('known', { store: true })
    first.close()
    for (const key of ['a', 'b']) {
      const next = await Connection.open(url, { authorization: `Bearer ${key}` })
      next.send(create('what?', { previous_response_id: id }))
      expect(await next.turn()).toEqual([
        {
          type: 'error',
          status: 400,
          error: expect.objectContaining({
            code: 'previous_response_not_found',
            param: 'previous_response_id',
            message: expect.stringContaining(id),
          }),
        },
      ])
      // The connection stays open.
      expect((await next.ask('again')).text).toBe('["You said again."]')
      next.send(create('what?', { previous_response_id: stored, store: true }))
      const last = (await next.turn()).at(-1)
      expect(last?.type).toBe(key === 'a' ? 'response.completed' : 'error')
    }
    expect(JSON.stringify(to.asked.slice(1).map(({ texts }) => texts))).not.toContain('secret')
  })

  test('that fail are reported as an error, after which the answer before them is forgotten', async () => {
    const to = await target(chat)
    const { url } = await proxyTo(to)
    const connection = await Connection.open(url)
    const { id } = await connection.ask('one')
    connection.send(create('fail', { previous_response_id: id }))
    expect(await connection.turn()).toEqual([
      { type: 'error', status: 500, error: expect.objectContaining({ message: 'no', type: 'server_error' }) },
    ])
    connection.send(create('two', { previous_response_id: id }))
    expect(await connection.turn()).toMatchObject([{ type: 'error', status: 400 }])
    for (const [message, reason] of [
      ['{"type":', /JSON/],
      ['[]', /object/],
      ['{"type":"response.append"}', /response\.create/],
      [JSON.stringify({ type: 'response.create', input: 5 }), /input/],
    ] as const) {
      connection.send(message)
      expect(await connection.turn()).toEqual([
        {
          type: 'error',
          status: 400,
          error: expect.objectContaining({ message: expect.stringMatching(reason) }),
        },
      ])
    }
    connection.send({ type: 'response.processed', response_id: id })
    expect((await connection.ask('three')).text).toBe('["You said three."]')
  })

  test.each(['close', 'terminate'] as const)('are aborted when the client goes (%s)', async (how) => {
    let letGo = () => {}
    const to = await target(
      chat,
      new Promise<void>((resolve) => {
        letGo = resolve
      }),
    )
    const { url } = await proxyTo(to)
    const connection = await Connection.open(url)
    connection.send(create('wait'))
    while (to.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const aborted = once(to.asked[0]?.signal ?? new EventTarget(), 'abort')
    connection[how]()
    await aborted
    letGo()
  })

  test('need the tokens and the pages of the config that was read last', async () => {
    const { url: to } = await target(chat)
    const file = join(temporaryFolder(), 'proxy.json')
    const write = (config: JsonObject) =>
      writeFileSync(
        file,
        JSON.stringify({ ...config, routes: [{ to: { wire: 'openai-chat', target: to, model: 'm' } }] }),
      )
    write({ users: { anna: 'ANNA' } })
    const env = { ANNA: 'of-anna', BEN: 'of-ben' }
    const proxy = await startCli(['proxy', '--config', file], { adapters: ADAPTERS_FOLDER, env })
    onTestFinished(async () => void (await proxy.stop()))
    const open = (token: string) => Connection.open(proxy.url, { authorization: `Bearer ${token}` })
    const anna = await open('of-anna')
    expect((await anna.ask('Hi')).text).toContain('You said Hi.')
    await expect(open('of-ben')).rejects.toThrow('401')
    const said = proxy.said(/the config was .*/)
    write({ users: { ben: { tokenVariable: 'BEN', requestsPerMinute: 1 } } })
    process.emit('SIGHUP', 'SIGHUP')
    await said
    const ben = await open('of-ben')
    expect((await ben.ask('Hi')).text).toContain('You said Hi.')
    ben.send(create('Again'))
    expect(await ben.turn()).toMatchObject([{ type: 'error', status: 429 }])
    await expect(open('of-anna')).rejects.toThrow('401')
    anna.send(create('Hi'))
    expect(await anna.turn()).toMatchObject([{ type: 'error', status: 401 }])
  })

  test('need the token, a page that may call, and a path that has them', async () => {
    const { url } = await proxyTo(await target(chat), [], { TOOLWIRE_PROXY_TOKEN: 'the-token' })
    await expect(Connection.open(url)).rejects.toThrow('401')
    await expect(Connection.open(url, { authorization: 'Bearer other' })).rejects.toThrow('401')
    const connection = await Connection.open(url, { authorization: 'Bearer the-token' })
    expect((await connection.ask('one')).text).toBe('["You said one."]')
    const open = await proxyTo(await target(chat))
    await expect(Connection.open(open.url, { origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(Connection.open(open.url, { host: 'evil.example' })).rejects.toThrow('403')
    await expect(Connection.open(open.url, {}, '/v1/chat/completions')).rejects.toThrow('405')
    await expect(Connection.open(open.url, {}, '/nowhere')).rejects.toThrow('404')
  })

  test('end when the proxy is stopped', async () => {
    const to = await target(chat)
    const proxy = await startCli(['proxy', '--to', 'openai-chat', '--target', to.url, '--quiet'], {
      adapters: ADAPTERS_FOLDER,
    })
    const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/v1/responses`)
    await once(socket, 'open')
    const [[code]] = await Promise.all([once(socket, 'close'), proxy.stop()])
    expect(code).toBe(1001)
  })
})

function isWhole(answer: string): boolean {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return Buffer.byteLength(body) === Number(/content-length: (\d+)/i.exec(head)?.[1])
}

test('a request that offers another protocol is answered over HTTP, with its body', async () => {
  const to = await target(chat)
  const { url } = await proxyTo(to)
  const body = JSON.stringify({ model: 'm', input: 'x'.repeat(100_000) })
  const { host, port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const head = [
    'POST /v1/responses HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
    `Content-Length: ${body.length}`,
  ]
  for (let round = 0; round < 2; round += 1) {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
    socket.write(body.slice(10))
    let answer = ''
    while (!isWhole(answer)) answer += (await once(socket, 'data')).toString()
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('You said xxxx')
  }
})
