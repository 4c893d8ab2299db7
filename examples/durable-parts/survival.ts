import { deepStrictEqual } from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Message, userMessage } from 'toolwire'
import { runLoop } from 'toolwire/loop'
import { payments, QUESTION } from './payments.js'

const children = new Set<ChildProcess>()
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Kills a process when this one ends. */
export function owned<Child extends ChildProcess>(child: Child): Child {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Runs a Node program whose output is shown. Its warnings about outdated functions are not. */
export function startProgram(
  file: URL,
  given: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): ChildProcess {
  const env = { ...process.env, NODE_NO_WARNINGS: '1', ...variables }
  return owned(
    spawn(process.execPath, [fileURLToPath(file), ...given], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  )
}

interface Engine {
  readonly name: string
  /** Starts a process that runs the workflow, or continues it. */
  start(folder: string, fatalTurn?: number): ChildProcess
  /** Requests the workflow after the first start. Default: the process does. */
  begin?(): Promise<void>
  /** Returns the conversation when the workflow has ended. */
  conversation(folder: string): Promise<readonly Message[]>
}

/**
 * Runs a workflow whose process is killed during its second request and again during its third one.
 * @throws AssertionError if a stored answer or call runs again, or the conversation is incomplete.
 */
export async function checkSurvival({ name, start, begin, conversation }: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-engine-'))
  try {
    for (const turn of [2, 3]) {
      const exit = once(start(folder, turn), 'exit')
      if (turn === 2) await Promise.race([exit, begin?.()])
      const [, signal] = await exit
      deepStrictEqual(signal, 'SIGKILL', `the process was not killed during turn ${turn}`)
    }
    const last = start(folder)
    const messages = await conversation(folder)
    if (last.exitCode === null) last.kill('SIGKILL')
    const requests = linesOf(folder, 'requests.txt')
    const effects = linesOf(folder, 'effects.txt')
    // The answer to an interrupted request was not stored, so the request is sent again.
    deepStrictEqual(requests, ['turn 1', 'turn 2', 'turn 2', 'turn 3', 'turn 3'])
    deepStrictEqual(effects.toSorted(), ['power', 'rent', 'water'])
    deepStrictEqual(asJson(messages), asJson(await uninterrupted()))
    console.log(`${name}: killed twice. Requests: ${requests.join(', ')}. Calls: ${effects.join(', ')}.`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the same conversation without an engine and without a kill. */
async function uninterrupted(): Promise<readonly Message[]> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-engine-'))
  const messages = [userMessage(QUESTION)]
  const { messages: whole } = await runLoop({ ...payments(folder), messages }).result
  rmSync(folder, { recursive: true, force: true })
  return whole
}

function linesOf(folder: string, file: string): string[] {
  return readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
