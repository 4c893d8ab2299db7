// Opens the chat page of examples/chat-page in Chromium, served by Hono and by Next.js.
//     npm run chat-pages                          (from the project's root)
//     npm run chat-pages -- hono approve          only this server, only checks whose name contains a word
//     SCREENSHOTS=folder npm run chat-pages       also stores pictures of the page
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { launch } from 'puppeteer-core'
import { findChromium } from '../site/test/chromium.mjs'
import { packInto } from './packed.mjs'
import { CHECKS } from './pages/checks.mjs'
import { startSite } from './pages/site.mjs'

const FOLDER = 'examples/chat-page'
/** Runs TypeScript and has `node:sqlite`. */
const LEAST_NODE = [22, 18]
const BUILDS = {
  hono: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  next: ['node_modules/next/dist/bin/next', 'build'],
}

const node = [process.execPath, process.env.NEWEST_NODE].find(isNewEnough)
const executablePath = findChromium()
if (executablePath === undefined)
  console.log('Chat pages: skipped, Chromium is missing (Debian: apt-get install chromium).')
else if (node === undefined)
  console.log('Chat pages: skipped, they need Node 22.18. NEWEST_NODE can name the path of another Node.')
else await checkPages(node, executablePath)

async function checkPages(node, executablePath) {
  const given = process.argv.slice(2)
  const names = Object.keys(BUILDS).filter((name) => given.includes(name))
  const words = given.filter((word) => !(word in BUILDS))
  install()
  const browser = await launch({
    executablePath,
    // A container has no namespaces for the sandbox, and little shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    for (const name of names.length > 0 ? names : Object.keys(BUILDS)) {
      run(node, BUILDS[name])
      await checkSite(browser, { name, node, words })
    }
  } finally {
    await browser.close()
  }
}

/** Installs the package in its published form. */
function install() {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  run('npm', ['ci', ...quiet])
  const tarball = packInto(FOLDER)
  run('npm', ['install', '--no-save', ...quiet, `./${tarball}`])
  rmSync(`${FOLDER}/${tarball}`)
}

async function checkSite(browser, { name, node, words }) {
  const site = await startSite({ name, node, folder: FOLDER, browser })
  try {
    for (const [title, check] of Object.entries(CHECKS)) {
      if (!words.every((word) => title.includes(word))) continue
      try {
        await check(site)
        console.log(`ok       ${name}: ${title}`)
      } catch (error) {
        process.exitCode = 1
        console.log(`failed   ${name}: ${title}\n${error.stack}`)
      }
      await site.rest()
    }
  } finally {
    await site.close()
  }
}

function run(program, given) {
  execFileSync(program, given, {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  })
}

function isNewEnough(program) {
  if (program === undefined) return false
  const [major = 0, minor = 0] = execFileSync(program, ['--version'], { encoding: 'utf8' })
    .slice(1)
    .split('.')
    .map(Number)
  return major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])
}
