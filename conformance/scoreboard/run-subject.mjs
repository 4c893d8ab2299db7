// Runs the cases from an index on against one library, in a process of its own. Sends each result to `run.mjs`.
import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { runConformance } from 'toolwire/conformance'
import { readAllCases } from './cases.mjs'

const [file, from] = process.argv.slice(2)

// Errors that a library throws outside its calls fail no other case.
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})

// Ids made of the time or of random numbers are in the reasons of failures. They are the same in every run.
Date.now = () => 1_790_000_000_000
let state = 1
function nextRandom() {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state / 2_147_483_648
}
function fill(bytes) {
  const view = new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength)
  for (const index of view.keys()) view[index] = Math.floor(nextRandom() * 256)
  return bytes
}
function uuid() {
  const hex = fill(Buffer.alloc(16)).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
Math.random = nextRandom
for (const web of [globalThis.crypto, nodeCrypto.webcrypto]) {
  web.getRandomValues = fill
  web.randomUUID = uuid
}
nodeCrypto.randomUUID = uuid
nodeCrypto.randomFillSync = fill
nodeCrypto.randomBytes = (size) => fill(Buffer.alloc(size))
syncBuiltinESMExports()

const subject = await import(file)
for (const method of ['log', 'info', 'warn', 'error', 'debug']) console[method] = () => {}
const translate = (input, signal) => {
  state = 1
  return subject.translate(input, signal)
}
await runConformance({
  subject: { name: subject.name, translate },
  cases: readAllCases().slice(Number(from)),
  onResult: ({ id, state, reasons, isChoice }) =>
    process.send({ id, state, isChoice, reason: reasons[0] ?? '' }),
})
process.disconnect()
process.exit(0)
