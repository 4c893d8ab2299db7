// The published entries: the files behind `exports` of package.json, and those that the command line opens by
// name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * The folder of unbundled files, compiled one by one: the input of the bundler and of measurements of
 * individual files.
 */
export const UNBUNDLED = 'build'

/**
 * The entry of the command line, and the files that it opens by URL: its threads, and these files of each
 * adapter.
 */
const COMMAND_LINE = ['src/cli', 'src/cli/thread', 'src/cli/proxy/large-thread']
const OF_ADAPTERS = ['names', 'platforms', 'vendor-sources']

/** Returns the files of each key of `exports`, relative to `dist` and to the sources, without extensions. */
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

/** Returns the files that only the command line loads. */
export function commandLineEntries() {
  const ofAdapters = readdirSync('adapters').flatMap((name) =>
    OF_ADAPTERS.map((file) => `adapters/${name}/${file}`).filter((file) => existsSync(`${file}.ts`)),
  )
  return [...COMMAND_LINE, ...ofAdapters]
}
