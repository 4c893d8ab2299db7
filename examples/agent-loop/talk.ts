// The data that outlives a process: the conversation, the calls that wait for approval, and the state of the
// tools. Two JSON files.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message, StateStore } from 'toolwire'
import type { ApprovalRequest } from 'toolwire/tools'

/** The outcome of a call, for the summary. */
export interface Done {
  readonly name: string
  readonly ending: 'completed' | 'failed' | 'denied'
  /** The process or worker that ran it. */
  readonly place: string
  readonly milliseconds: number
}

export interface Talk {
  readonly messages: Message[]
  /** Calls that a person must approve. */
  waiting: readonly ApprovalRequest[]
  /** The speaker of each turn. */
  readonly speakers: string[]
  readonly done: Done[]
  readonly processes: number[]
}

/** Reads the conversation in the folder, or returns an empty one. */
export function readTalk(folder: string): Talk {
  const path = talkFile(folder)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  return { messages: [], waiting: [], speakers: [], done: [], processes: [] }
}

export function writeTalk(folder: string, talk: Talk): void {
  writeWhole(talkFile(folder), talk)
}

/** Deletes the conversation, so that another one can begin. */
export function forgetTalk(folder: string): void {
  for (const path of [talkFile(folder), stateFile(folder)]) rmSync(path, { force: true })
}

function stateFile(folder: string): string {
  return join(folder, 'state.json')
}

function talkFile(folder: string): string {
  return join(folder, 'conversation.json')
}

/** Creates a store in a file for one process at a time. Use `keyvState` for several processes. */
export function fileState(folder: string): StateStore {
  const path = stateFile(folder)
  const read = (): Record<string, string> => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})
  return {
    get: (key) => read()[key],
    set: (key, text) => writeWhole(path, { ...read(), [key]: text }),
  }
}

/** Writes the complete file: a process that is killed during the write leaves the previous file. */
function writeWhole(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, JSON.stringify(value, null, 2))
  renameSync(`${path}.new`, path)
}
