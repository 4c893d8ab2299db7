import { setFlagsFromString } from 'node:v8'

/**
 * The last V8 version that optimizes early and has the flag for it. Node 20 has it; Node 22 and 24 do not.
 */
const LAST_EAGER = 11

/**
 * Reduces optimization when many lines are converted. V8 of Node 20 optimizes functions early. This takes as
 * much time as converting 50 MB in every thread, and occupies a second core. Optimizing pays off only for
 * functions that run very often.
 * https://chromium.googlesource.com/v8/v8/+/refs/heads/11.3-lkgr/src/flags/flag-definitions.h
 */
export function optimizeLess(): void {
  if (Number.parseInt(process.versions.v8, 10) <= LAST_EAGER) setFlagsFromString('--interrupt-budget=300000')
}
