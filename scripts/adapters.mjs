// Writes what follows from the folders in `adapters/`, since bundlers follow only imports that are in the code, and cannot
// list folders: index.ts of each, the entry `toolwire/adapters/<wire>`, and adapters.ts, the entry `toolwire/adapters`, which
// loads each wire when it is asked for. Both are committed. `--check` writes nothing, and fails if one of them is stale.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { entryOf } from './adapter-entry.mjs'
import { listOf } from './adapter-list.mjs'

const wires = readdirSync('adapters').sort()
const generated = [
  ...wires.map((wire) => [`adapters/${wire}/index.ts`, entryOf(wire)]),
  ['adapters.ts', listOf(wires)],
]
// A file with the same text keeps its time, so that nothing is compiled anew for it.
const stale = generated.filter(([file, code]) => !existsSync(file) || readFileSync(file, 'utf8') !== code)
if (process.argv[2] !== '--check') for (const [file, code] of stale) writeFileSync(file, code)
else if (stale.length > 0) {
  console.error(`Not fresh: ${stale.map(([file]) => file).join(', ')}. Run \`node scripts/adapters.mjs\`.`)
  process.exitCode = 1
}
