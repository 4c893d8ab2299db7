// Prints the minified and gzipped size of every built adapter, with all that it imports, and fails over the limit.
import { existsSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const LIMIT = 10_240
const folder = 'dist/adapters'

const wires = existsSync(folder)
  ? readdirSync(folder)
      .filter((wire) => existsSync(`${folder}/${wire}/index.js`))
      .sort()
  : []
if (wires.length === 0) console.log(`no adapters in ${folder}; run \`npm run build\` first`)

const rows = await Promise.all(wires.map(measure))
for (const { wire, minified, own, gzipped } of rows) {
  const verdict =
    gzipped > LIMIT ? `over the limit of ${LIMIT}` : `${Math.round((100 * gzipped) / LIMIT)} % of the limit`
  const parts = `${bytes(minified)} minified (${bytes(own)} its own folder)`
  console.log(`${wire.padEnd(26)}${parts}${bytes(gzipped)} gzipped   ${verdict}`)
}
if (rows.some((row) => row.gzipped > LIMIT)) process.exit(1)

async function measure(wire) {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${folder}/${wire}/index.js`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    write: false,
    metafile: true,
    legalComments: 'none',
  })
  const code = outputFiles[0].contents
  const inputs = Object.entries(metafile.outputs).flatMap(([, output]) => Object.entries(output.inputs))
  const own = inputs
    .filter(([file]) => file.startsWith(`${folder}/${wire}/`))
    .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)
  return { wire, minified: code.length, own, gzipped: gzipSync(code, { level: 9 }).length }
}

function bytes(count) {
  return `${count.toLocaleString('en')} B`.padStart(12)
}
