import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { RingSource } from '../../proxy/key-ring.js'
import { ProxyFailure } from '../../proxy/proxy-failure.js'
import { fileVersion } from './file-version.js'

/** Reads a key from a file, and again when the file changes or the target refuses the key. */
export function fileKey(path: string): RingSource {
  let known: { readonly version: string; readonly key: string } | undefined
  return async (refused) => {
    try {
      const version = await fileVersion(path)
      if (known?.version !== version || refused !== undefined)
        known = { version, key: (await readFile(path, 'utf8')).trim() }
      return known.key
    } catch {
      throw new ProxyFailure('internal', `the key file of the target cannot be read: ${path}`)
    }
  }
}

/** Milliseconds that a command may take. */
const COMMAND_TIMEOUT = 10_000
/** Maximum bytes of its output. */
const LONGEST_KEY = 64 << 10

/** The program that prints a key, and the use of the key. */
export interface KeyCommand {
  /** The program and its arguments. It is run without a shell. */
  readonly command: readonly string[]
  /** Milliseconds for which a key is used. */
  readonly lifetime: number
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Returns the current time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number
}

/** Reads a key from a program. It runs once for all waiting requests, and again after the lifetime or a refusal. */
export function commandKey({ command, lifetime, environment, now = Date.now }: KeyCommand): RingSource {
  let known: { readonly key: string; readonly until: number } | undefined
  let running: Promise<string> | undefined
  const run = async () => {
    try {
      const key = await outputOf(command, environment)
      known = { key, until: now() + lifetime }
      return key
    } finally {
      running = undefined
    }
  }
  return (refused) => {
    if (known !== undefined && known.until > now() && known.key !== refused) return known.key
    running ??= run()
    return running
  }
}

function outputOf(
  [program = '', ...given]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      env: { ...env },
      timeout: COMMAND_TIMEOUT,
      maxBuffer: LONGEST_KEY,
      encoding: 'utf8' as const,
    }
    execFile(program, given, options, (error, output) => {
      const key = output.trim()
      if (error === null && key !== '') return resolve(key)
      // The error of Node contains the output.
      const reason =
        error === null ? 'printed no key' : error.killed ? 'took too long' : `failed (${error.code})`
      reject(new ProxyFailure('internal', `the command for the key of the target ${reason}: ${program}`))
    })
  })
}
