// Packs the package, installs it into a separate folder, and runs one program with it in Node 20, 22 and 24,
// Bun, Deno and Chromium (from Debian, if installed: `apt-get install chromium`). All outputs must be equal.
//     node scripts/check-runtimes.mjs            without Node 22; runtimes that cannot be installed are reported as skipped
//     node scripts/check-runtimes.mjs TARBALL    an already packed package for a release: all runtimes must run
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { withPackage } from './packed.mjs'

const EXPECTED =
  '["weather_now",[["user",["How is the weather?"]],["assistant",[["weather.now",{"city":"Tromsø"}]]],["tool",["rain in Tromsø"]],["assistant",["It rains in Tromsø."]]],[[["Tromsø",""],["never took longer than 50 ms and was cancelled.","timeout"]],"completed,decided,failed,output-chunk,preliminary,started,started,waiting"],[[["weather.now",{"city":"Tromsø"}]],"tool-calls"]]'
const [, , tarball] = process.argv
/** Each runtime is a package that contains the program. */
const RUNTIMES = [
  ...(tarball === undefined ? [24] : [20, 22, 24])
    .filter((major) => !process.version.startsWith(`v${major}.`))
    .map((major) => [`Node ${major}`, `node@${major}`]),
  ['Bun', 'bun'],
  ['Deno', 'deno', 'run', '--allow-read', '--allow-env'],
]
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

let failures = 0
await withPackage('runtimes', checkAll, tarball)
process.exitCode = failures > 0 ? 1 : 0

async function checkAll(folder, add) {
  writeFileSync(join(folder, 'main.mjs'), "import { main } from './program.mjs'\nconsole.log(await main())\n")
  copyFileSync('scripts/runtimes/program.mjs', join(folder, 'program.mjs'))
  const bin = (name) => join(folder, 'node_modules/.bin', name)
  check(`Node ${process.version}`, () => run(folder, process.execPath, ['main.mjs']))
  for (const [runtime, name, ...args] of RUNTIMES) {
    if (added(add, name)) check(runtime, () => run(folder, bin(name.split('@')[0]), [...args, 'main.mjs']))
  }
  if (CHROMIUM === undefined) skipped('Chromium: it is not installed')
  else if (added(add, 'playwright-core', 'esbuild')) await checkChromium(folder)
}

/** Some machines cannot install every runtime. */
function added(add, ...packages) {
  try {
    add(...packages)
    return true
  } catch {
    skipped(`${packages.join(', ')}: cannot be installed here`)
    return false
  }
}

/** Reports a skipped check. A release must be tested in every runtime, so there it is a failure. */
function skipped(what) {
  console.log(`skipped  ${what}`)
  if (tarball !== undefined) failures += 1
}

function run(folder, command, args) {
  return execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}

function check(runtime, say) {
  let said
  try {
    said = say()
  } catch (error) {
    said = String(error)
  }
  if (said !== EXPECTED) failures += 1
  console.log(said === EXPECTED ? `ok       ${runtime}` : `failed   ${runtime}: ${said}`)
}

async function checkChromium(folder) {
  const load = createRequire(join(folder, 'main.mjs'))
  const { build } = load('esbuild')
  await build({
    absWorkingDir: folder,
    entryPoints: ['program.mjs'],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    outfile: join(folder, 'bundle.mjs'),
  })
  const { chromium } = load('playwright-core')
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    // A blank page has no Web Crypto: https://developer.mozilla.org/en-US/docs/Web/Security/Secure_Contexts
    const body = readFileSync(join(folder, 'bundle.mjs'), 'utf8')
    await page.route('https://program.test/*', (route) =>
      route.fulfill(
        route.request().url().endsWith('.mjs')
          ? { contentType: 'text/javascript', body }
          : { contentType: 'text/html', body: '' },
      ),
    )
    await page.goto('https://program.test/')
    const said = await page.evaluate(async () => (await import('/bundle.mjs')).main())
    check(`Chromium ${browser.version()}`, () => said)
  } finally {
    await browser.close()
  }
}
