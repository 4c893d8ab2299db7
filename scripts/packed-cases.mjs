// The conformance cases as one compressed list, for the command line.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const FOLDER = 'conformance/cases'

/** Joins the texts of the files, since parsing them would round their numbers. */
export function packedCases() {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  )
  const lists = files.sort().map((file) => innerText(readFileSync(join(FOLDER, file), 'utf8')))
  return gzipSync(`[${lists.join(',')}]`, { level: 9 })
}

/** Returns the text of a list without its brackets and indentation. */
function innerText(text) {
  return text.trim().slice(1, -1).replaceAll(/\n */g, '')
}
