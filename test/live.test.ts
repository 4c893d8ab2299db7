import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { anthropic } from '../adapters/anthropic-messages/index.js'
import { writeFixtures } from '../scripts/live/fixtures.mjs'
import { type Case, casesNamed, type MatrixRow, runCase, runMatrix } from '../scripts/live/matrix.mjs'
import { linesOf, pageOf, summaryOf } from '../scripts/live/report.mjs'
import { keyVariables, liveTargets, mockTargets, type Target } from '../scripts/live/wires.mjs'
import { projectRoot } from './support/project.js'

const folder = mkdtempSync(join(tmpdir(), 'live-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function targetOn(server: string): Promise<Target> {
  const [target] = await mockTargets([server])
  if (target === undefined) throw new Error(`no target on ${server}`)
  return target
}

function caseNamed(id: string): Case {
  const [one] = casesNamed([id])
  if (one === undefined) throw new Error(`no case ${id}`)
  return one
}

/** A target whose server sends these bytes of Anthropic as a stream. */
async function targetThatStreams(stream: string): Promise<Target> {
  const [target] = await liveTargets(
    { wires: ['anthropic-messages'], models: [] },
    { ANTHROPIC_API_KEY: 'k' },
  )
  if (target === undefined) throw new Error('no target')
  const headers = { 'content-type': 'text/event-stream' }
  return { ...target, pauseMs: 0, fetch: async () => new Response(stream, { headers }) }
}

const fixture = (name: string) =>
  readFileSync(join(projectRoot, 'fixtures/anthropic-messages', name, 'stream.sse'), 'utf8')

describe('on strict servers', () => {
  let rows: readonly MatrixRow[] = []

  test('every case that the mock can play passes', async () => {
    rows = await runMatrix({ targets: await mockTargets([]), cases: casesNamed([]) })
    const open = rows.flatMap(({ target, outcomes }) =>
      outcomes.filter(({ status }) => status !== 'passed').map((one) => [target.adapter.id, one] as const),
    )
    expect(rows.map(({ outcomes }) => outcomes.length)).toEqual(rows.map(() => 12))
    expect(open.filter(([, { status }]) => status === 'failed')).toEqual([])
    expect(new Set(open.map(([, { id }]) => id))).toEqual(new Set(['search', 'cache', 'thinking']))
    expect(open.filter(([, { id }]) => id === 'thinking').map(([wire]) => wire)).toEqual(['openai-chat'])
    expect(open.every(([, { detail }]) => detail !== '')).toBe(true)
  })

  test('the table fits 80 columns, and the page has the complete reasons', () => {
    expect(rows.flatMap(linesOf).filter((line) => line.length > 80)).toEqual([])
    expect(summaryOf(rows)).toBe('59 passed, 0 failed, 13 not shown')
    const page = pageOf(rows, '2026-11-29')
    expect(page).toContain('# Live matrix of 2026-11-29')
    expect(page).toContain('| hosted search | not shown | a script of the mock has no hosted tools |')
  })
})

describe('without its proof a case does not pass', () => {
  const played = casesNamed([]).filter(({ play }) => play !== undefined)
  const silent = played.filter(({ id }) => !['cut', 'thinking', 'refusal'].includes(id))

  test.each(silent)('$id: the model does nothing', async (one) => {
    const outcome = await runCase(await targetOn('anthropic'), { ...one, play: () => ({ text: 'Done.' }) })
    expect(outcome.status).toBe(one.id === 'image' ? 'not shown' : 'failed')
  })

  test('image: the model sees no image', async () => {
    const { play } = caseNamed('image')
    const blind = (body: string) => {
      const answer = play?.(body) ?? {}
      return answer.calls === undefined ? { text: 'It is white.' } : answer
    }
    const outcome = await runCase(await targetOn('anthropic'), { ...caseNamed('image'), play: blind })
    expect(outcome.status).toBe('failed')
  })

  test('cut: the stream has no text', async () => {
    const play = () => ({ calls: [{ name: 'lookup', arguments: {} }] })
    const outcome = await runCase(await targetOn('anthropic'), { ...caseNamed('cut'), play })
    expect(outcome).toMatchObject({ status: 'failed', detail: 'no text arrived before the end' })
  })

  test('thinking: the model does not think', async () => {
    const results = caseNamed('results')
    const outcome = await runCase(await targetOn('anthropic'), {
      ...caseNamed('thinking'),
      play: results.play,
    })
    expect(outcome.status).toBe('not shown')
  })

  test('thinking: the reasoning is not sent back', async () => {
    // A profile of a server that gets no earlier reasoning.
    const target = { ...(await targetOn('vllm')), limits: 'nim' }
    const outcome = await runCase(target, caseNamed('thinking'))
    expect(outcome).toMatchObject({ status: 'failed', detail: expect.stringContaining('second request') })
  })

  test('refusal: the server answers without the code', async () => {
    const play = () => ({ text: 'Done.' })
    const outcome = await runCase(await targetOn('openai'), { ...caseNamed('refusal'), play })
    expect(outcome).toMatchObject({ status: 'failed', detail: expect.stringContaining('fixed request') })
  })

  test('refusal: the server accepts everything', async () => {
    const outcome = await runCase(await targetThatStreams(fixture('text-only')), caseNamed('refusal'))
    expect(outcome).toMatchObject({ status: 'not shown', detail: expect.stringContaining('accepts') })
  })
})

describe('cases that only a provider shows', () => {
  test('search: an answer with a run of the provider', async () => {
    const found = await runCase(await targetThatStreams(fixture('provider-executed')), caseNamed('search'))
    expect(found.status).toBe('passed')
    const plain = await runCase(await targetThatStreams(fixture('text-only')), caseNamed('search'))
    expect(plain.status).toBe('failed')
  })

  test('cache: the usage has tokens of the cache', async () => {
    // The start of a message: https://platform.claude.com/docs/en/build-with-claude/prompt-caching
    const streamWith = (tokens: number) =>
      fixture('text-only').replace(/"usage": ?\{/, `"usage": {"cache_read_input_tokens": ${tokens}, `)
    const hit = await runCase(await targetThatStreams(streamWith(5400)), caseNamed('cache'))
    expect(hit).toMatchObject({ status: 'passed', detail: '5400 tokens read from the cache' })
    const missed = await runCase(await targetThatStreams(fixture('text-only')), caseNamed('cache'))
    expect(missed.status).toBe('failed')
  })
})

describe('keys', () => {
  test('a wire is a target if one of its variables is set', async () => {
    const asked = { wires: [], models: [] }
    expect(await liveTargets(asked, {})).toEqual([])
    const targets = await liveTargets(asked, { GOOGLE_API_KEY: 'g', MISTRAL_API_KEY: '' })
    expect(targets.map(({ adapter, key }) => [adapter.id, key])).toEqual([
      ['google-generate-content', 'g'],
      ['google-interactions', 'g'],
    ])
  })

  test('the key of a vendor is not sent to another URL', async () => {
    const asked = { wires: ['openai-chat'], models: ['qwen'], url: 'https://gpu.example.com/v1' }
    const keysWith = async (env: Record<string, string>) =>
      (await liveTargets(asked, { OPENAI_API_KEY: 'o', ...env })).map(({ key }) => key)
    expect(await keysWith({})).toEqual([null])
    expect(await keysWith({ LIVE_KEY: 'l' })).toEqual(['l'])
  })

  test('without a key the command names the variables and succeeds', async () => {
    const named = (await keyVariables()).flatMap(({ variables }) => variables)
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !named.includes(name)))
    const text = execFileSync('node', ['scripts/live.mjs'], { cwd: projectRoot, env, encoding: 'utf8' })
    expect(text).toContain('No key is set')
    expect(named.filter((name) => !text.includes(name))).toEqual([])
  })
})

describe('recordings', () => {
  const KEY = 'live-key-0123456789abcdef'

  async function recorded(target: Target, id: string) {
    const outcome = await runCase({ ...target, key: KEY }, caseNamed(id), true)
    const paths = writeFixtures(folder, { target, outcome })
    return { outcome, paths, read: (path: string, file: string) => readFileSync(join(path, file), 'utf8') }
  }

  test('are fixtures without the key, which decode to the answer', async () => {
    const { outcome, paths, read } = await recorded(await targetOn('anthropic'), 'results')
    expect(paths.map((path) => path.slice(folder.length))).toEqual([
      '/anthropic-messages/live-results',
      '/anthropic-messages/live-results-2',
    ])
    const [, last = ''] = paths
    expect(readdirSync(last).sort()).toEqual(['meta.json', 'request.json', 'stream.sse'])
    expect(JSON.parse(read(last, 'meta.json'))).toMatchObject({
      origin: 'recorded',
      model: 'claude-haiku-4-5',
    })
    const { message } = await anthropic.collect(new Response(read(last, 'stream.sse')))
    const [word = ''] = outcome.detail.split(' ')
    expect(JSON.stringify(message.parts)).toContain(word)
    expect(JSON.parse(read(last, 'request.json'))).toMatchObject({ messages: { length: 3 } })
    expect(JSON.stringify(outcome) + paths.map((path) => read(path, 'request.json'))).not.toContain(KEY)
  })

  test('replace those of an earlier run', async () => {
    const { paths, read } = await recorded(await targetOn('anthropic'), 'results')
    const [first = ''] = paths
    const before = read(first, 'request.json')
    const target = await targetOn('anthropic')
    const { exchanges, ...outcome } = await runCase(target, caseNamed('results'), true)
    expect(
      writeFixtures(folder, { target, outcome: { ...outcome, exchanges: exchanges.slice(0, 1) } }),
    ).toEqual([first])
    expect(readdirSync(join(folder, 'anthropic-messages'))).toEqual(['live-results'])
    expect(read(first, 'request.json')).not.toBe(before)
  })

  test('are complete answers on wires with binary streams', async () => {
    const target = { ...(await targetOn('bedrock')), streamsBytes: true }
    const { paths, read } = await recorded(target, 'call')
    expect(paths.map((path) => JSON.parse(read(path, 'response.json')))).toMatchObject([
      { stopReason: 'tool_use' },
    ])
  })

  test('of an interrupted stream are left out', async () => {
    const { outcome, paths } = await recorded(await targetOn('anthropic'), 'cut')
    expect(outcome.exchanges).toHaveLength(1)
    expect(paths).toEqual([])
  })
})
