import { countStates, runConformance, summarizeTopics } from 'toolwire/conformance'
import { readAllCases } from './cases.mjs'
const [file, only=''] = process.argv.slice(2)
const subject = await import(`./subjects/${file}.mjs`)
const cases = readAllCases().filter(({ id }) => id.includes(only))
const report = await runConformance({ subject, cases })
for (const r of report.results) if (r.state === 'failed') console.log(r.id, '\n   ', r.reasons.join('\n    ').slice(0, 600))
console.log(countStates(report.results))
for (const { topic, counts } of summarizeTopics(report)) console.log(topic, counts.passed, counts.failed, counts.skipped)
