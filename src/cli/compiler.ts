import { setFlagsFromString } from 'node:v8'

/** The last of V8 that optimizes as early as this one, and has the flag. Node 20 has it, Node 22 and 24 do without. */
const LAST_EAGER = 11

/**
 * For converting many lines. V8 of Node 20 optimizes functions early: that takes as much time as converting 50 MB, in every
 * thread, and leaves nothing of a second core. Only what runs very often is worth it.
 * https://chromium.googlesource.com/v8/v8/+/refs/heads/11.3-lkgr/src/flags/flag-definitions.h
 */
export function optimizeLess(): void {
  if (Number.parseInt(process.versions.v8, 10) <= LAST_EAGER) setFlagsFromString('--interrupt-budget=300000')
}
