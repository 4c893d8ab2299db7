import { run } from './cli/run-command-line.js'

// A reader that closes the pipe (`toolwire --help | head -1`) is not an error. `Output` detects it if there
// is work to stop.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
process.exitCode = await run(process.argv.slice(2), process)
