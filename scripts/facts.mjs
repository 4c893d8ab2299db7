// npm run facts [-- --before 2026-10-28] [--sdk openai@7.45.1 …]
//
// Compares our tables with the types of official SDKs and with public tables of models, in their newest versions. Prints the words
// that our tables lack and the figures that they contradict. `--before` is for SDKs: old prices contradict those of today. Exits with 1 if one of them is not in facts/acknowledged.mjs.
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { models, priceOf } from '../build/src/translate/catalogue/index.js'
import { ACKNOWLEDGED } from './facts/acknowledged.mjs'
import { acknowledge, linesOf, unknownWords } from './facts/compare.mjs'
import { loadKnown } from './facts/known.mjs'
import { contradictions, figuresOf, readTable, TABLES } from './facts/model-tables.mjs'
import { before, install, versionsIn } from './facts/packages.mjs'
import { readUnions } from './facts/read-unions.mjs'
import { SDKS, UNIONS } from './facts/unions.mjs'

const { values } = parseArgs({
  options: { before: { type: 'string' }, sdk: { type: 'string', multiple: true, default: [] } },
})
const isNewest = values.before === undefined && values.sdk.length === 0
const folder = install({ packages: versioned(SDKS, values.before), bare: versioned(TABLES) })
try {
  const versions = versionsIn(folder, [...SDKS, ...TABLES])
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const findings = [...(await findUnknown()), ...(await findContradicted())]
  const { open, acknowledged, stale } = acknowledge(findings, ACKNOWLEDGED)
  console.log(`Compared with ${names.join(', ')}.`)
  console.log(linesOf(open, versions).join('\n'))
  // Older versions lack words that are acknowledged for the newest ones.
  if (isNewest)
    for (const word of stale) console.log(`Matches nothing: ${word} -> scripts/facts/acknowledged.mjs`)
  console.log(`${open.length} unknown or contradicted, ${acknowledged} acknowledged.`)
  if (open.length > 0 || (isNewest && stale.length > 0)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

/** Returns names with their versions. Without a tag, npm prefers a version for the running Node. */
function versioned(packages, day) {
  return packages.map((name) => {
    const given = values.sdk.find((sdk) => sdk.startsWith(`${name}@`))
    return given ?? (day === undefined ? `${name}@latest` : before(day, name))
  })
}

async function findUnknown() {
  const words = readUnions(
    folder,
    UNIONS.map(({ type }) => type),
  )
  const all = await Promise.all(
    UNIONS.map(async (union, index) =>
      unknownWords(union, words[index], await loadKnown(union.wire, union.kind)),
    ),
  )
  // Related unions share words.
  const unique = new Map(all.flat().map((found) => [`${found.wire} ${found.kind} ${found.word}`, found]))
  return [...unique.values()]
}

async function findContradicted() {
  const tables = new Map()
  for (const table of TABLES) tables.set(table, await readTable(table, folder))
  return contradictions(tables, (model) => figuresOf(model, models, priceOf))
}
