import { expect, test } from 'vitest'
import { models } from '../../src/translate/catalogue/index.js'
import { runCli } from '../support/run-cli.js'

const adapters = new URL('../../adapters/', import.meta.url)

test('models lists every model in 80 columns, with where it is known from', async () => {
  const { stdout, status } = await runCli(['models'])
  const [head = '', ...lines] = stdout.trimEnd().split('\n')
  expect(status).toBe(0)
  expect(head.trim().split(/ {2,}/)).toEqual(['name', 'reasons', 'effort', 'context', 'output', 'source'])
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(models.rows.map(({ name }) => name))
  for (const line of [head, ...lines]) expect(line.length).toBeLessThanOrEqual(80)
  for (const line of lines) expect(line).toMatch(/ {2}[a-z]+\.[a-z]+$/)
})

test('one model is printed in full, under any of its names', async () => {
  const { stdout, status } = await runCli(['models', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^name +claude-sonnet-4\.5$/m)
  expect(stdout).toMatch(/^output +64,000 tokens$/m)
  expect(stdout).toMatch(/^source +https:\/\//m)
  expect(stdout).toMatch(/^date +2026-/m)
})

test('an unknown newer model is printed with the facts of an older one', async () => {
  const { stdout } = await runCli(['models', 'openai/gpt-6.3-sol'])
  expect(stdout).toMatch(/^name +openai\/gpt-6\.3-sol$/m)
  expect(stdout).toMatch(/^assumedFrom +gpt-6\.2-sol$/m)
})

test('with --json it is the rows', async () => {
  const all = await runCli(['models', '--json'])
  expect(all.lines).toEqual(JSON.parse(JSON.stringify(models.rows)))
  expect((await runCli(['models', '--json', 'gpt-5.5'])).lines).toMatchObject([{ name: 'gpt-5.5' }])
})

test('a vendor is printed with its models, its profile, and their source', async () => {
  const { stdout, status } = await runCli(['models', 'deepseek'], '', { adapters })
  expect(status).toBe(0)
  expect(stdout).toMatch(/^ *deepseek-\S+ /m)
  const [, profile = ''] = stdout.split(/^vendors$/m)
  expect(profile).toMatch(/^profile +deepseek$/m)
  expect(profile).toMatch(/^limits\.settingForms\.reasoning +thinking$/m)
  expect(profile).toMatch(/^source +https:\/\//m)
  expect(profile).toMatch(/^date +2026-/m)
})

test('with --json the profiles follow the models, and patterns are texts', async () => {
  const { lines } = await runCli(['models', '--json', 'openrouter'], '', { adapters })
  expect(lines.slice(-3)).toContainEqual({
    ...{
      wire: 'openai-chat',
      source: expect.anything(),
      unverified: expect.anything(),
      date: expect.anything(),
    },
    profile: 'openrouter',
    limits: expect.objectContaining({
      cacheMarks: expect.objectContaining({ most: 4, models: '^~?anthropic\\/' }),
    }),
  })
  const { stdout } = await runCli(['models', 'openrouter'], '', { adapters })
  expect(stdout).toMatch(/^limits\.cacheMarks\.most +4$/m)
})

test('an unknown model is reported with similar names, and fails', async () => {
  const near = await runCli(['models', 'gemini-1-ultra'])
  expect(near).toMatchObject({ status: 1, stdout: '' })
  expect(near.stderr).toMatch(/nothing is known of a model "gemini-1-ultra"\. Did you mean gemini-4/)
  const far = await runCli(['models', 'zzz'])
  expect(far.stderr).toBe(
    'toolwire: nothing is known of a model "zzz". `toolwire models` lists the known models\n',
  )
})
