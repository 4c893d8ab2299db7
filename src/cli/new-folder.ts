import type { Writable } from 'node:stream'
import { newFolderOf } from '../traffic/replay/atomic.js'
import { writeMessage } from './standard-streams.js'

/** Reports the folder that writing a file creates, since its name may be misspelled. */
export function reportNewFolder(path: string, stderr: Writable): void {
  const folder = newFolderOf(path)
  if (folder !== undefined) writeMessage(stderr, `the folder ${folder} does not exist and is created`)
}
