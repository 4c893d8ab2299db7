import { mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll } from 'vitest'
import { projectRoot } from './project.js'

// Located below node_modules, where a script finds the packages that are not bundled.
const folder = mkdtempSync(join(projectRoot, 'node_modules', '.bundled-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Packages that open files next to their own code. */
const APART = ['node-sqlite3-wasm']

/** Defines `require` for modules of packages that were written for it. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

/**
 * Bundles a script and all its imports into one file that can be started repeatedly. Most of the start time
 * of a process is spent finding and reading hundreds of files. Only for scripts that open no files next to
 * their own.
 * @param script its path from the top of the project
 */
export function bundled(script: string): string {
  const outfile = join(folder, basename(script).replace(/\.ts$/, '.mjs'))
  buildSync({
    entryPoints: [join(projectRoot, script)],
    outfile,
    bundle: true,
    external: APART,
    platform: 'node',
    format: 'esm',
    banner: { js: REQUIRE },
  })
  return outfile
}
