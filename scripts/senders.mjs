// Sends conversations with the packages of AI SDK and LangChain, and compares their requests with ours: senders/README.md.
//     npm run senders [-- --every 1 --package mistral --list]     (from the project's root)
import { spawnSync } from 'node:child_process'

run('npm', ['ci', '--prefix', 'scripts/senders', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'])
run(process.execPath, ['--no-warnings', 'scripts/senders/run.mjs', ...process.argv.slice(2)])

function run(program, given) {
  const { status } = spawnSync(program, given, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
