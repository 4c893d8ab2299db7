import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { someOf } from './support/cases.js'
import { corpusFolder } from './support/exchanges.js'
import { projectRoot } from './support/project.js'

const script = join(projectRoot, 'build', 'examples', 'three-providers', 'run.js')

function demo(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: projectRoot,
    env: { ...process.env, NO_COLOR: '1' },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Returns a few recordings of each wire, evenly chosen. */
function samples(): string[] {
  if (!existsSync(corpusFolder)) return []
  return ['openai-chat', 'openai-responses', 'anthropic-messages', 'google-generate-content'].flatMap(
    (wire) => {
      const files = readdirSync(join(corpusFolder, wire))
      const step = Math.ceil(files.length / 4)
      return files.filter((_, index) => index % step === 0).map((file) => join(corpusFolder, wire, file))
    },
  )
}

// `npm test` builds first, so that the demo exists.
describe('npm run demo', () => {
  test('wanders over three providers, with names, ids and numbers intact', () => {
    const { status, stdout } = demo()
    expect(status).toBe(0)
    expect(stdout).toContain('Written in the documented format of Google generateContent')
    expect(stdout).toContain('"asked_for":"9007199254740993"')
    expect(stdout).toContain('call weather.forecast {"city": "Lisbon", "day": "Saturday"}')
    expect(stdout.match(/accepted: breaks none/g)).toHaveLength(2)
  })

  test.each(someOf(samples(), 2, 'demo'))("accepts a user's recording: %s", (file) => {
    const { status, stdout, stderr } = demo(file)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout.match(/accepted: breaks none/g)).toHaveLength(2)
  })

  test.each(someOf([20, 40, 60, 80, 130], 1, 'columns'))('fits a terminal of %i columns', (columns) => {
    const { status, stdout } = spawnSync(process.execPath, [script], {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, COLUMNS: String(columns) },
    })
    expect(status).toBe(0)
    expect(stdout.split('\n').filter((line) => stringWidth(line) > columns)).toEqual([])
  })

  test('reports the problem of a file that is not a recording', () => {
    const { status, stderr } = demo(join(projectRoot, 'README.md'))
    expect(status).toBe(1)
    expect(stderr).toContain('not JSON')
  })
})
