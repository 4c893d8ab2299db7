// #region shown
import { readFile } from 'node:fs/promises'
import {
  countStates,
  parseCases,
  runConformance,
} from 'toolwire/conformance'
import { translate } from './translator.js'

// npx toolwire conformance --list > cases.jsonl
const cases = parseCases(await readFile('cases.jsonl', 'utf8'))
const report = await runConformance({
  cases,
  subject: {
    name: 'my translator',
    async translate({ kind, from, to, body }) {
      if (kind === 'stream') return { skipped: 'no streams' }
      return { body: translate(body, from, to) }
    },
  },
})
console.log(countStates(report.results))
// #endregion
