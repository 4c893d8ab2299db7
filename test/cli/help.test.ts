import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { projectRoot } from '../support/project.js'
import { runCli } from '../support/run-cli.js'

const COMMANDS = readdirSync(join(projectRoot, 'src/cli/commands')).flatMap((file) => {
  const name = file.replace(/\.ts$/, '')
  return name === 'command' ? [] : [[name]]
})

test.each([[], ...COMMANDS])('the help of toolwire %s fits into 80 columns', async (...command) => {
  const { stdout, status } = await runCli([...command, '--help'], '', { adapters: ADAPTERS_FOLDER })
  expect(status).toBe(0)
  expect(stdout.split('\n').filter((line) => stringWidth(line) > 80)).toEqual([])
})

test.each(['calls', 'decode', 'translate', 'encode', 'lint', 'inspect'])(
  '%s shows its help instead of waiting for the terminal',
  async (command) => {
    const typed = await runCli([command, '--to', 'x'].slice(0, NEEDS_TARGET.has(command) ? 3 : 1), '', {
      isTyped: true,
    })
    expect(typed.stderr).toContain(`Usage: toolwire ${command}`)
    expect([typed.stdout, typed.status]).toEqual(['', 2])
  },
)

const NEEDS_TARGET = new Set(['translate', 'encode'])

test('a broken file is reported with the line and the column of its error', async () => {
  const { lines } = await runCli(['calls'], '{"a":1,\n "b": }\n')
  expect(lines).toMatchObject([{ error: { message: expect.stringContaining('at line 2, column 7') } }])
})
