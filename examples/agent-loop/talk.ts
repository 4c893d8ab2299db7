// What outlives a process: the conversation, the calls that wait for approval, and the state of the tools. Two JSON files.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from 'toolwire'
import type { ApprovalRequest, StateStore } from 'toolwire/tools'

/** How a call went, for the summary. */
export interface Done {
  readonly name: string
  readonly ending: 'completed' | 'failed' | 'denied'
  /** Where it ran. */
  readonly place: string
  readonly milliseconds: number
}

export interface Talk {
  readonly messages: Message[]
  /** Calls that a person has to allow. */
  waiting: readonly ApprovalRequest[]
  /** Who spoke, turn by turn. */
  readonly speakers: string[]
  readonly done: Done[]
  readonly processes: number[]
}

/** The conversation in the folder, or an empty one. */
export function readTalk(folder: string): Talk {
  const path = talkFile(folder)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  return { messages: [], waiting: [], speakers: [], done: [], processes: [] }
}

export function writeTalk(folder: string, talk: Talk): void {
  writeWhole(talkFile(folder), talk)
}

/** Makes room for another conversation. */
export function forgetTalk(folder: string): void {
  for (const path of [talkFile(folder), stateFile(folder)]) rmSync(path, { force: true })
}

function stateFile(folder: string): string {
  return join(folder, 'state.json')
}

function talkFile(folder: string): string {
  return join(folder, 'conversation.json')
}

/** A store in a file, enough for one process at a time; `keyvState` is for many. */
export function fileState(folder: string): StateStore {
  const path = stateFile(folder)
  const read = (): Record<string, string> => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})
  return {
    get: (key) => read()[key],
    set: (key, text) => writeWhole(path, { ...read(), [key]: text }),
  }
}

/** Never half: who is killed in the middle leaves the former file. */
function writeWhole(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, JSON.stringify(value, null, 2))
  renameSync(`${path}.new`, path)
}
