// Runs a tool loop in real workflow engines and kills its process: examples/durable-dbos, examples/durable-restate.
//     npm run engines      (from the project's root)
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** The least Node of each engine. Restate's SDK needs `Promise.withResolvers`. */
const ENGINES = [
  { name: 'DBOS', folder: 'examples/durable-dbos', node: 20 },
  { name: 'Restate', folder: 'examples/durable-restate', node: 22 },
]
const { NEWEST_NODE = process.execPath } = process.env

for (const { name, folder, node } of ENGINES) {
  const program = majorOf(process.execPath) >= node ? process.execPath : NEWEST_NODE
  if (majorOf(program) < node) {
    console.log(`${name}: skipped, it needs Node ${node}. NEWEST_NODE can name the path of another Node.`)
    continue
  }
  // An install script of Restate's server reports the installation.
  run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'])
  linkPackage(folder)
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder])
  run(program, [join(folder, 'dist', folder, 'check.js')])
}

/** Makes `dist` the package `toolwire` of a folder. A link to the project would be a loop of folders. */
function linkPackage(folder) {
  const target = join(folder, 'node_modules/toolwire')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  copyFileSync('package.json', join(target, 'package.json'))
  symlinkSync('../../../../dist', join(target, 'dist'))
}

function majorOf(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return Number.parseInt(stdout.slice(1), 10)
}

function run(program, given) {
  const { status } = spawnSync(program, given, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
