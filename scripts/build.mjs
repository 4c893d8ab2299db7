// Lists the adapters, compiles src, adapters and examples to `build` file by file, and bundles what users get into
// `dist`: the entries of package.json under the paths of their sources, what they share in `dist/chunks`.
import { spawnSync } from 'node:child_process'
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { bundle } from './bundle.mjs'
import { bundleTypes } from './bundle-types.mjs'
import { UNBUNDLED } from './entries.mjs'
import { packedCases } from './packed-cases.mjs'

await import('./adapters.mjs')
for (const folder of ['dist', UNBUNDLED]) rmSync(folder, { recursive: true, force: true })
const compiled = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
  { stdio: 'inherit' },
)
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
// The compiler resolves sources imported by examples to `dist`, the location of the package in package.json.
renameSync('dist', UNBUNDLED)
await Promise.all([bundle(), bundleTypes()])
writeFileSync('dist/cli.js', "#!/usr/bin/env node\nimport './src/cli.js'\n")
chmodSync('dist/cli.js', 0o755)
writeFileSync('dist/conformance-cases.json.gz', packedCases())
