// Lists the adapters, compiles src and adapters to dist, and writes the one-line entry that `bin` points at.
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'

await import('./adapters.mjs')
rmSync('dist', { recursive: true, force: true })
const compiled = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
  { stdio: 'inherit' },
)
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
writeFileSync('dist/cli.js', "#!/usr/bin/env node\nimport './src/cli.js'\n")
chmodSync('dist/cli.js', 0o755)
