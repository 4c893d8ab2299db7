import { run } from './cli/run-command-line.js'

// A reader that goes away (`toolwire --help | head -1`) is no error; `Output` notices it where there is work to stop.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
process.exitCode = await run(process.argv.slice(2), process)
