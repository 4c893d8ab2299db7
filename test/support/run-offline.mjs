// Runs programs of the documentation one after another, as `node --import ./examples/offline.mjs` runs each
// of them:
//     node test/support/run-offline.mjs <compiled program> …
// Prints as JSON, in the last line, the errors of the programs that threw, and the programs without output.
// One process loads the official clients only once.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const programs = process.argv.slice(2)
const thrown = {}
const silent = []
let said = 0
const hear = () => {
  said += 1
  return true
}
process.stdout.write = new Proxy(process.stdout.write, { apply: hear })
for (const method of ['log', 'table']) console[method] = hear
for (const [index, program] of programs.entries()) {
  process.argv[1] = program
  const before = said
  try {
    await import(`../../examples/offline.mjs?${index}`)
    await import(pathToFileURL(resolve(program)).href)
  } catch (error) {
    thrown[program] = String(error?.stack ?? error)
  }
  if (said === before) silent.push(program)
}
process.stderr.write(`\n${JSON.stringify({ ran: programs.length, thrown, silent })}`)
process.exit(0)
