import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '../src/index.js'
import { callsOf } from '../src/index.js'
import { isComplete, someOf } from './support/cases.js'
import { killedAtTheEnd } from './support/children.js'
import { projectRoot } from './support/project.js'
import { describeWithRedis } from './support/redis.js'

const MINUTE = 60_000
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-agent-'))
  folders.push(folder)
  return folder
}

/** Starts a separate process group, so that remaining processes can be found. */
function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const script = join(projectRoot, 'build/examples/agent-loop/main.js')
  return killedAtTheEnd(
    spawn(process.execPath, [script, ...args], {
      cwd: tmpdir(),
      env: { ...process.env, FORCE_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    }),
  )
}

function isAnybodyLeft({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}

interface Run {
  readonly status: number | null
  readonly output: string
  readonly errors: string
  readonly isAnybodyLeft: boolean
  readonly folder: string
  readonly messages: readonly Message[]
  /** Ids of the processes that ran the conversation. */
  readonly processes: readonly string[]
}

async function run(
  args: readonly string[] = [],
  env?: NodeJS.ProcessEnv,
  folder = newFolder(),
): Promise<Run> {
  const child = start([...args, '--folder', folder], env)
  const [output, errors] = [textOf(child.stdout), textOf(child.stderr)]
  const [status] = await once(child, 'exit')
  const isLeft = isAnybodyLeft(child)
  const { messages } = JSON.parse(readFileSync(join(folder, 'conversation.json'), 'utf8'))
  const told = await output
  const processes = [...told.matchAll(/╭─ process (\d+)/g)].map(([, pid = '']) => pid)
  return { status, output: told, errors: await errors, isAnybodyLeft: isLeft, folder, messages, processes }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = ''
  for await (const chunk of stream ?? []) text += chunk.toString()
  return text
}

/** Returns the lines of one kind without their prefix. */
function linesWith(mark: string, { output }: Run): string[] {
  return output.split('\n').flatMap((line) => line.split(`│     ${mark} `)[1] ?? [])
}

function itHoldsOfEveryRun(given: () => Run): void {
  test('ends well, and leaves no process behind', () => {
    expect(given().errors).toBe('')
    expect(given().status).toBe(0)
    expect(given().isAnybodyLeft).toBe(false)
  })

  test('each call has exactly one result', () => {
    const { messages } = given()
    const called = messages.flatMap(callsOf).map(({ id }) => id)
    const answered = messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : [])),
    )
    expect(called).toHaveLength(6)
    expect(answered.toSorted()).toEqual(called.toSorted())
    expect(given().output).toContain('6 calls, 6 results')
  })

  test('four models spoke over four wires, the first one again at the end', () => {
    const wires = given().messages.flatMap(({ origin }) => origin?.wire ?? [])
    const [first, ...others] = wires
    expect(new Set(others).size).toBe(4)
    expect(wires).toHaveLength(5)
    expect(wires.at(-1)).toBe(first)
    expect(given().output).toContain('5 turns of 4 models')
  })

  test('a process ended while a call waited, and another one went on', () => {
    const [before = '', after = '', ...more] = given().processes
    expect(more).toEqual([])
    expect(given().output).toContain(`╰─ process ${before} ends; charter waits in conversation.json`)
    expect(given().output).toContain(`╭─ process ${after}, goes on where ${before} ended`)
  })

  test('the second process reads the state that the first process wrote', () => {
    const logs = linesWith('✓', given()).filter((line) => line.startsWith('logbook'))
    expect(logs[1]?.startsWith(logs[0]?.trim().slice(0, 60) ?? 'nothing')).toBe(true)
  })

  test('the output of the streaming tool is there before its result', () => {
    const heard = given().output.indexOf('· forecast  Karmøy to Utsira:')
    expect(heard).toBeGreaterThan(0)
    expect(given().output.indexOf('≈ forecast')).toBeGreaterThan(heard)
    expect(given().output.indexOf('✓ forecast')).toBeGreaterThan(given().output.indexOf('≈ forecast'))
  })

  test('in a pipe it is plain, and no line is too long', () => {
    expect(given().output).not.toContain('\x1b')
    expect(
      given()
        .output.split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([])
  })
}

describeWithRedis('npm run agent', () => {
  let done: Run
  beforeAll(async () => {
    done = await run()
  }, MINUTE)
  itHoldsOfEveryRun(() => done)

  test('the call that waited ran once, in the second process, after it was approved', () => {
    expect(done.output.split('▲ charter  needs your approval')).toHaveLength(2)
    expect(done.output).toMatch(/you {2}yes\n/)
    expect(linesWith('✓', done).filter((line) => line.startsWith('charter'))).toHaveLength(1)
    expect(done.output).toMatch(new RegExp(`charter +process ${done.processes[1]} `))
  })

  test('tools ran in the process, on the MCP server and on the worker', () => {
    const worker = /BullMQ worker waits in process (\d+)/.exec(done.output)?.[1]
    expect(done.output).toMatch(/tides +MCP server harbour /)
    expect(done.output).toMatch(new RegExp(`plot_course +worker ${worker} `))
    expect(done.output).toMatch(new RegExp(`forecast +process ${done.processes[0]} `))
  })

  test.each(someOf(['SIGINT', 'SIGHUP'] as const, 1, 'agent'))(
    'an end by %s leaves nothing behind either',
    { timeout: MINUTE },
    async (signal) => {
      const folder = newFolder()
      const child = start([], { TMPDIR: folder })
      for await (const chunk of child.stdout ?? []) if (chunk.toString().includes('forecast')) break
      child.kill(signal)
      await once(child, 'exit')
      for (let tries = 0; tries < 200 && isAnybodyLeft(child); tries += 1) await sleep(20)
      expect(isAnybodyLeft(child)).toBe(false)
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('when its output is closed, it ends silently and leaves no files or processes', {
    timeout: MINUTE,
  }, async () => {
    const folder = newFolder()
    const child = start([], { TMPDIR: folder })
    const errors = textOf(child.stderr)
    for await (const _ of child.stdout ?? []) break
    await once(child, 'exit')
    expect(await errors).toBe('')
    for (let tries = 0; tries < 200 && isAnybodyLeft(child); tries += 1) await sleep(20)
    expect(isAnybodyLeft(child)).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('npm run agent, without a redis-server, and with no for an answer', () => {
  const env = { PATH: newFolder() }
  let done: Run
  beforeAll(async () => {
    done = await run(['--approve', 'no'], env)
  }, MINUTE)
  itHoldsOfEveryRun(() => done)

  test('prints this in a line, and runs the tool itself', () => {
    expect(done.output).toContain('no redis-server here: plot_course runs in the agent itself')
    expect(done.output).toMatch(new RegExp(`plot_course +process ${done.processes[0]} `))
  })

  test('does not run the call, and the conversation continues differently', () => {
    expect(done.output).toMatch(/you {2}no\n/)
    expect(done.output).toMatch(/charter +not allowed/)
    expect(done.output).not.toContain('UT-2107')
    expect(done.output).toContain('Another Saturday, then.')
  })
  test.runIf(isComplete)(
    'the folder of a conversation that is over takes another one',
    { timeout: MINUTE },
    async () => {
      const again = await run([], env, done.folder)
      expect(again.status).toBe(0)
      expect(again.messages.length).toBe(done.messages.length)
      expect(again.output).toContain('UT-2107')
    },
  )
})
