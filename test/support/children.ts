import type { ChildProcess } from 'node:child_process'
import { afterAll } from 'vitest'

const children = new Set<ChildProcess>()

function killAll(): void {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
}

afterAll(killAll)
process.on('exit', killAll)

/** Kills a process after the tests of its file, even if a test times out. */
export function killedAtTheEnd<Child extends ChildProcess>(child: Child): Child {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}
