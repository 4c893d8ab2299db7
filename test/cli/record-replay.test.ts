import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { CassetteWriter } from '../../src/traffic/replay/cassette.js'
import { chunksOf, exchange, readPieces, served, temporaryFolder } from '../support/replay.js'
import { runCli, startCli } from '../support/run-cli.js'

const REQUEST = { fake: 1, messages: [{ role: 'user', parts: [{ say: 'Weather?' }] }] }
const ANSWER = { fake: 1, answer: [{ call: 'get', id: 'c1', args: { city: 'Oslo' } }], end: 'done' }
const URL_PATH = '/v1/fake'

async function post(url: string, body: unknown = REQUEST): Promise<Response> {
  return fetch(url + URL_PATH, { method: 'POST', body: JSON.stringify(body) })
}

async function cassette(...exchanges: ReturnType<typeof exchange>[]): Promise<string> {
  const path = join(temporaryFolder(), 'a.cassette')
  const writer = await CassetteWriter.open(path)
  for (const one of exchanges) await writer.append(one)
  await writer.close()
  return path
}

const RECORDED = exchange(
  'one',
  { url: `https://api.example.com${URL_PATH}`, body: { json: REQUEST } },
  { body: { json: ANSWER } },
)
const FRAMES = ['data: {"fake":1,"part":{"say":"a"}}\n\n', 'data: {"fake":1,"end":"done"}\n\n']
const STREAMED = exchange(
  'two',
  { url: `https://api.example.com${URL_PATH}`, body: { json: { ...REQUEST, stream: true } } },
  { headers: { 'content-type': 'text/event-stream' }, body: chunksOf(FRAMES, 40) },
)

describe('the commands of recording', () => {
  it.each(['record', 'replay', 'check'])('explain %s with an example', async (command) => {
    const { stdout, status } = await runCli([command, '--help'])
    expect(stdout).toContain(`Usage: toolwire ${command}`)
    expect(stdout).toMatch(/Example: .*\n {2}.*toolwire /)
    expect(status).toBe(0)
  })

  it.each([
    ['record without a target', ['record', '--to', 'x'], "required option '--target <url>' not specified"],
    [
      'a target that is not a URL',
      ['record', '--to', 'x', '--target', 'api'],
      'the target must be a URL such as',
    ],
    [
      'a target with a password',
      ['record', '--to', 'x', '--target', 'https://u:p@a.b'],
      'has a user or password',
    ],
    ['a port out of range', ['replay', 'x', '--port', '70000'], 'from 0 to 65535'],
    ['nothing to replay', ['replay', 'missing.cassette'], 'there is no file or folder missing.cassette'],
    ['a file that is not a cassette', ['replay', 'package.json'], 'package.json is not a cassette'],
    ['an unknown wire', ['replay', 'fixtures', '--as', 'fax'], 'unknown wire "fax"'],
    ['auto without a target', ['replay', 'x.cassette', '--mode', 'auto'], 'mode auto needs --target'],
    ['a strange timing', ['replay', 'x', '--timing', 'fast'], 'instant, recorded or a factor'],
    ['a strange fault', ['replay', 'x', '--fault', 'flood=1'], 'there is no fault "flood"'],
    ['a fault without a number', ['replay', 'x', '--fault', 'cut'], 'it needs an integer'],
    ['a fault with a good status', ['replay', 'x', '--fault', 'status=200'], 'from 400 to 599'],
    [
      'a fault with a bad header',
      ['replay', 'x', '--fault', 'status=429,x'],
      '"x" is not of the form header=value',
    ],
    ['nothing to check', ['check', 'missing.cassette'], 'cannot read missing.cassette: no such file'],
  ])('refuse %s with status 2', async (_case, argv, message) => {
    const { stderr, status } = await runCli(argv)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('please report')
    expect(status).toBe(2)
  })

  it.each(['replay', 'check'])('refuse to %s a folder without recordings', async (command) => {
    const folder = temporaryFolder()
    const { stderr, status } = await runCli([command, folder])
    expect(stderr).toContain(`there are no recordings at ${folder}`)
    expect(status).toBe(2)
  })
})

describe('toolwire record', () => {
  it('records forwarded exchanges, names their wire, and replays them', async () => {
    const upstream = await served(async (input) => Response.json({ ...ANSWER, seen: new Request(input).url }))
    const to = join(temporaryFolder(), 'new', 'a.cassette')
    const recording = await startCli([
      'record',
      '--target',
      `${upstream.url}/base`,
      '--port',
      '0',
      '--to',
      to,
      '--redact',
      '/user',
    ])
    const answer = await (await post(`${recording.url}`, { ...REQUEST, user: 'Ann' })).json()
    expect(answer).toEqual({ ...ANSWER, seen: `${upstream.url}/base${URL_PATH}` })
    const { status, stdout, stderr } = await recording.stop()
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${recording.url}\n` })
    expect(stderr).toContain(`recording ${upstream.url}/base to ${to}; Ctrl-C ends it\n`)
    expect(stderr).toMatch(/^POST {2}\/v1\/fake {2}200 {2}recorded {2}\d+ ms$/m)
    expect(stderr).toContain(`recorded 1 exchange to ${to}\n`)
    expect(readFileSync(to, 'utf8')).toContain('"wire": "fake"')
    expect(readFileSync(to, 'utf8')).not.toContain('Ann')
  })

  it('never shows the credentials of a target', async () => {
    for (const target of [
      'https://user:hunter2@api.example.com',
      'https://api.example.com/?key=hunter2',
      'hunter2',
    ]) {
      const { status, stdout, stderr } = await runCli(['record', '--to', 'x', '--target', target])
      expect(status).toBe(2)
      expect(stdout + stderr).not.toContain('hunter2')
    }
  })

  it('does not write to a file that is not a cassette', async () => {
    const file = join(temporaryFolder(), 'notes.txt')
    const target = 'http://127.0.0.1:1'
    for (const text of [
      'my notes\n',
      '{"a": 1}\n',
      '{\n "a": 1\n}\n',
      `notes\n{\n "cassette": 1\n}\n`,
      `${'x'.repeat(2000)}\n`,
    ]) {
      writeFileSync(file, text)
      const { status, stderr } = await runCli(['record', '--to', file, '--target', target])
      expect(stderr).toContain(`${file} is not a cassette`)
      expect(status).toBe(2)
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
  })

  it('answers under the given names', async () => {
    const upstream = await served(async () => Response.json(ANSWER))
    const to = join(temporaryFolder(), 'a.cassette')
    const recording = await startCli([
      'record',
      '--target',
      upstream.url,
      '--to',
      to,
      '--allow-host',
      'tool.test',
    ])
    const { port } = new URL(recording.url)
    const call = (host: string) =>
      new Promise((resolve, reject) => {
        const sent = request({ port, host: '127.0.0.1', headers: { host }, agent: false }, (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode))
        })
        sent.on('error', reject).end()
      })
    expect([await call('tool.test'), await call('other.test')]).toEqual([200, 403])
    expect((await recording.stop()).stderr).toContain('the host name "other.test"')
  })

  it('reports problems on the way', async () => {
    const to = join(temporaryFolder(), 'a.cassette')
    const recording = await startCli(['record', '--target', 'http://127.0.0.1:1', '--to', to])
    expect((await post(recording.url)).status).toBe(500)
    const { stderr } = await recording.stop()
    expect(stderr).toMatch(/^POST {2}\/v1\/fake {2}500 {2}failed {2}\d+ ms {2}fetch failed: /m)
    expect(stderr).toContain('recorded 0 exchanges')
  })
})

describe('toolwire replay', () => {
  it('answers from recordings', async () => {
    const path = await cassette(RECORDED, STREAMED)
    const replay = await startCli(['replay', path])
    expect(await (await post(replay.url)).json()).toEqual(ANSWER)
    expect(await (await post(replay.url, { ...REQUEST, stream: true })).text()).toBe(FRAMES.join(''))
    const miss = await post(replay.url, { ...REQUEST, messages: [] })
    expect(miss.status).toBe(404)
    expect((await miss.json()).error.message).toContain('the nearest is one')
    const { status, stderr } = await replay.stop()
    expect(status).toBe(0)
    const [first, ...logged] = stderr.split('\n')
    expect(first).toBe(`replaying 2 recordings of ${path}; Ctrl-C ends it`)
    expect(logged).toEqual([
      expect.stringMatching(/^POST {2}\/v1\/fake {2}200 {2}hit {2}\d+ ms {2}one$/),
      expect.stringMatching(/^POST {2}\/v1\/fake {2}200 {2}hit {2}\d+ ms {2}two$/),
      expect.stringMatching(
        /^POST {2}\/v1\/fake {2}404 {2}miss {2}\d+ ms {2}no recording of this request to POST \/v1\/fake; the nearest is one, which differs: \/messages\/0: recorded \{"parts":\[\{"say":"Weather\?"\}\],"role":"user"\}/,
      ),
      '',
    ])
  })

  it('rejects unrecorded requests as the provider would, and reports them in its terminal', async () => {
    const replay = await startCli(['replay', await cassette(RECORDED)])
    const response = await fetch(replay.url + URL_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"fake": 1, "messages": [',
    })
    const reason = `no recording of POST ${URL_PATH}: the request's body is not JSON: `
    const body = await response.json()
    expect(response.status).toBe(404)
    expect(body.error.message).toContain(reason)
    expect(await (await post(replay.url, { ...REQUEST, other: 1 })).json()).toMatchObject({
      fake: 1,
      error: { message: expect.stringContaining('/other: recorded nothing, received 1') },
    })
    expect((await replay.stop()).stderr).toContain(reason)
  })

  it('logs no request when it is to be quiet, and never the query', async () => {
    const path = await cassette(RECORDED)
    const quiet = await startCli(['replay', path, '--quiet'])
    await post(quiet.url)
    await post(quiet.url, {})
    expect((await quiet.stop()).stderr).toBe(`replaying 1 recording of ${path}; Ctrl-C ends it\n`)
    const loud = await startCli(['replay', path])
    await fetch(`${loud.url}${URL_PATH}?key=hunter2`, { method: 'POST', body: '{}' })
    const { stderr } = await loud.stop()
    expect(stderr).toContain('404  miss')
    expect(stderr).not.toContain('hunter2')
  })

  it('ignores differences at the paths of --ignore', async () => {
    const replay = await startCli([
      'replay',
      await cassette(RECORDED),
      '--ignore',
      '/user',
      '--ignore',
      '/a~1b',
    ])
    expect((await post(replay.url, { ...REQUEST, user: 'Ann', 'a/b': 1 })).status).toBe(200)
    expect((await post(replay.url, { ...REQUEST, other: 1 })).status).toBe(404)
    await replay.stop()
    expect((await runCli(['replay', 'x', '--ignore', 'user'])).stderr).toContain('it must be a JSON Pointer')
  })

  it('counts usable recordings, and names unusable ones', async () => {
    const foreign = {
      ...exchange('three', { url: 'https://example.com/x', body: { json: {} } }),
      wire: 'fake',
    }
    const path = await cassette({ ...RECORDED, wire: 'fake' }, foreign)
    appendFileSync(path, '\n{\n "id": "torn",\n')
    const replay = await startCli(['replay', path, '--as', 'fake'])
    const { stderr } = await replay.stop()
    expect(stderr).toContain('passed over three: ')
    expect(stderr).toContain(`passed over ${path}, byte `)
    expect(stderr).toContain(`replaying 1 recording of ${path}`)
  })

  it('simulates faults, for the given number of requests', async () => {
    const path = await cassette(RECORDED, STREAMED)
    const replay = await startCli([
      'replay',
      path,
      '--fault',
      'status=429,retry-after=7',
      '--fault',
      'delay=10',
      '--fault-count',
      '1',
    ])
    const busy = await post(replay.url)
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7'])
    expect((await post(replay.url)).status).toBe(200)
    await replay.stop()
  })

  it.each([
    ['cut=20', FRAMES.join('').slice(0, 20)],
    ['malformed-frame=1', FRAMES.join('').replace('"done"}', '"done"')],
    ['duplicated-frame=0', FRAMES[0] + FRAMES.join('')],
  ])('makes the fault %s in a stream', async (fault, expected) => {
    const replay = await startCli(['replay', await cassette(STREAMED), '--fault', fault])
    const { pieces } = await readPieces(await post(replay.url, { ...REQUEST, stream: true }))
    expect(pieces.join('')).toBe(expected)
    await replay.stop()
  })

  it('replays with the recorded timing, and matches as configured', async () => {
    const path = await cassette(STREAMED)
    const replay = await startCli(['replay', path, '--timing', '2', '--match', 'in-order'])
    const started = performance.now()
    await (await post(replay.url, { anything: 1 })).text()
    expect(performance.now() - started).toBeGreaterThan(75)
    await replay.stop()
  })

  it('records missing exchanges in mode auto', async () => {
    const upstream = await served(async () => Response.json({ ...ANSWER, end: 'live' }))
    const path = await cassette(RECORDED)
    const replay = await startCli(['replay', path, '--mode', 'auto', '--target', upstream.url])
    expect(await (await post(replay.url)).json()).toEqual(ANSWER)
    const other = { ...REQUEST, messages: [] }
    expect(await (await post(replay.url, other)).json()).toEqual({ ...ANSWER, end: 'live' })
    const { stderr } = await replay.stop()
    expect(stderr).toMatch(/200 {2}hit {2}\d+ ms {2}one\n/)
    expect(stderr).toMatch(/200 {2}recorded {2}\d+ ms {2}no recording of this request.*\n$/)
    const again = await startCli(['replay', path])
    expect(await (await post(again.url, other)).json()).toEqual({ ...ANSWER, end: 'live' })
    await again.stop()
  })

  it('answers clients of another wire', async () => {
    const replay = await startCli(['replay', await cassette(RECORDED), '--as', 'plain'])
    const response = await post(replay.url, { ...REQUEST, fake: undefined, plain: 1 })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"city":"Oslo"')])
    await replay.stop()
  })
})

describe('toolwire check', () => {
  it('stores canonical values, then finds that nothing changed', async () => {
    const path = await cassette(RECORDED, STREAMED)
    const before = await runCli(['check', path])
    expect(before).toMatchObject({
      status: 0,
      stdout: '2 recordings: 0 unchanged, 2 not stored yet (--update stores it)\n',
    })
    const update = await runCli(['check', path, '--update'])
    expect(update).toMatchObject({ status: 0, stdout: '2 recordings: 0 unchanged, 2 stored now\n' })
    const after = await runCli(['check', path])
    expect(after).toMatchObject({ status: 0, stdout: '2 recordings: 2 unchanged\n' })
    const replay = await startCli(['replay', path])
    expect(await (await post(replay.url)).json()).toEqual(ANSWER)
    await replay.stop()
  })

  it('describes changes in words', async () => {
    const path = await cassette(RECORDED)
    await runCli(['check', path, '--update'])
    const text = readFileSync(path, 'utf8')
    const canonical = text.indexOf('"canonical"')
    const drifted = text.slice(canonical).replace('"Oslo"', '"Bergen"').replace('"raw": "done"', '"more": 1')
    writeFileSync(path, text.slice(0, canonical) + drifted)
    const { stdout, status } = await runCli(['check', path])
    expect(stdout).toBe(`${path} one changed in 3 places:
  /response/message/parts/0/arguments/city was "Bergen", is now "Oslo"
  /response/finish/more is gone; it was 1
  /response/finish/raw is new: "done"
1 recording: 0 unchanged, 1 changed
`)
    expect(status).toBe(1)
    expect((await runCli(['check', path, '--update'])).stdout).toContain('1 changed and stored')
    expect((await runCli(['check', path])).status).toBe(0)
  })

  it('fails for undecodable exchanges, and does not change them', async () => {
    const bad = exchange('bad', { body: { json: { fake: 1, messages: 7 } } })
    const path = await cassette(RECORDED, { ...bad, wire: 'fake' })
    const { stdout, status } = await runCli(['check', path, '--update'])
    expect(stdout).toContain(
      `${path} bad cannot be decoded: expected an array, got number 7 (at /messages)\n`,
    )
    expect(stdout).toContain('2 recordings: 0 unchanged, 1 stored now, 1 unreadable\n')
    expect(status).toBe(1)
    expect(await (await runCli(['check', path])).stdout).toContain('1 unchanged, 1 unreadable')
  })

  it('reads fixture folders', async () => {
    const folder = temporaryFolder()
    const place = join(folder, 'anthropic-messages', 'single-call')
    cpSync('fixtures/anthropic-messages/single-call', place, { recursive: true })
    const file = join(place, 'canonical.json')
    const stored = readFileSync(file, 'utf8')
    const check = (...argv: string[]) => runCli(['check', folder, ...argv], '', { adapters: ADAPTERS_FOLDER })
    expect(await check()).toMatchObject({ status: 0, stdout: '1 recording: 1 unchanged\n' })
    writeFileSync(file, stored.replace('"tool-calls"', '"stop"'))
    const drifted = await check()
    expect(drifted.stdout).toContain('  /response/finish/outcome was "stop", is now "tool-calls"\n')
    expect(drifted.status).toBe(1)
    expect((await check('--update')).status).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(stored))
    rmSync(file)
    expect((await check()).stdout).toContain('1 not stored yet')
    writeFileSync(join(place, 'response.json'), '{"type":"fax"}')
    expect(await check()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('single-call cannot be decoded'),
    })
  })
})
