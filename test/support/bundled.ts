import { mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll } from 'vitest'
import { projectRoot } from './project.js'

// Below node_modules, where a script finds the packages that are not part of it.
const folder = mkdtempSync(join(projectRoot, 'node_modules', '.bundled-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** They open files beside their own. */
const APART = ['node-sqlite3-wasm']

/** Modules of packages that were written for `require` find it. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

/**
 * One file with a script and all that it imports, to start again and again: most of the time that a process takes to start goes
 * into finding and reading hundreds of files. For scripts that open no file beside their own.
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
