import { setFlagsFromString } from 'node:v8'

/**
 * For converting many lines. V8 optimizes functions early and inlines much into each: that takes as much time as converting
 * 50 MB, in every thread, and leaves nothing of a second core. Only what runs very often is worth it. Both flags are of every
 * V8 from Node 20 on (https://chromium.googlesource.com/v8/v8/+/refs/heads/main/src/flags/flag-definitions.h).
 */
export function optimizeLess(): void {
  setFlagsFromString('--interrupt-budget=300000')
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=100')
}
