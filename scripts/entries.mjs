// What is built for users: the files behind `exports` of package.json, and those that the command line opens by their names.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Compiled file by file: what is bundled for users, and what measurements of single files read. */
export const UNBUNDLED = 'build'

/** What the command line starts with, and what it opens by URL: its threads, and of each adapter these files. */
const COMMAND_LINE = ['src/cli', 'src/cli/thread', 'src/cli/proxy/large-thread']
const OF_ADAPTERS = ['names', 'platforms', 'vendor-sources']

/** The files of each key of `exports`, from the top of `dist` and of the sources, without their endings. */
export function publicEntries() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.entries(exports)
    .filter(([, target]) => target.default !== undefined)
    .map(([key, target]) => {
      const file = target.default.replace('./dist/', '').replace(/\.js$/, '')
      const [before, after] = file.split('*')
      const files = after === undefined ? [file] : readdirSync(before).map((name) => before + name + after)
      return [
        key,
        files.filter((each) => after === undefined || /index$/.test(after) || existsSync(`${each}.ts`)),
      ]
    })
}

/** What nobody imports, but the command line. */
export function commandLineEntries() {
  const ofAdapters = readdirSync('adapters').flatMap((name) =>
    OF_ADAPTERS.map((file) => `adapters/${name}/${file}`).filter((file) => existsSync(`${file}.ts`)),
  )
  return [...COMMAND_LINE, ...ofAdapters]
}
