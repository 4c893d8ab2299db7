import { beforeEach } from 'vitest'

// `npm run wire` runs the adapter's own tests whole, and of conformance and laws the tests that name it.

const SHARED = /test\/(?:laws\/|adapters\/cases\.|conformance\.test\.ts)/
/** Some ids contain others: `ai-sdk-rust` contains `ai-sdk`. */
const NAMED = new RegExp(`(?<![\\w-])${process.env.WIRE}(?![\\w-])`)

beforeEach(({ task, skip }) => {
  if (SHARED.test(task.file.name) && !NAMED.test(task.fullTestName)) skip()
})
