import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { seed } from './support/cases.js'
import { projectRoot } from './support/project.js'

const folder = join(projectRoot, '.github/workflows')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')))

const workflow = z.object({
  permissions: z.record(z.string(), z.literal('read')),
  jobs: z.record(
    z.string(),
    z.object({
      'runs-on': z.string(),
      needs: z.union([z.string(), z.array(z.string())]).optional(),
      permissions: z.record(z.string(), z.enum(['read', 'write'])).optional(),
      steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
    }),
  ),
})

/** Returns the missing scripts and files among those that a step runs: scripts by name, files by path. */
function missingIn(run: string): string[] {
  const names = [...run.matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name = '']) =>
    Object.hasOwn(scripts, name) ? [] : [name],
  )
  const files = [...run.matchAll(/(?:node |\.\/)((?:scripts|\.ci)\/[\w./-]+)/g)].flatMap(([, file = '']) =>
    existsSync(join(projectRoot, file)) ? [] : [file],
  )
  return [...names, ...files]
}

describe.each(readdirSync(folder))('%s', (file) => {
  const { permissions, jobs } = workflow.parse(parse(readFileSync(join(folder, file), 'utf8')))
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  test('has only read permissions at its top level', () => {
    expect(Object.values(permissions).filter((right) => right !== 'read')).toEqual([])
  })

  test('runs only existing scripts and files', () => {
    expect(steps.flatMap(({ run = '' }) => missingIn(run))).toEqual([])
  })

  test('waits only for existing jobs', () => {
    const needed = Object.values(jobs).flatMap(({ needs = [] }) => needs)
    expect(needed.filter((job) => !Object.hasOwn(jobs, job))).toEqual([])
  })
})

test.each(readdirSync(folder))(
  '%s names each action by its commit, with the version in a comment',
  (file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n')
    const actions = lines.filter((line) => /^\s*(?:- )?uses:/.test(line))
    expect(actions.length).toBeGreaterThan(0)
    expect(actions.filter((line) => !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  },
)

test.each(readdirSync(folder))('%s runs no code of packages in a job with write permissions', (file) => {
  const { jobs } = workflow.parse(parse(readFileSync(join(folder, file), 'utf8')))
  const writing = Object.values(jobs).filter(({ permissions = {} }) =>
    Object.values(permissions).includes('write'),
  )
  const runs = writing.flatMap(({ steps }) => steps.map(({ run = '' }) => run))
  expect(runs.filter((run) => /\b(?:npx|npm (?:ci|exec|install|run|test|x)|\.ci\/run)\b/.test(run))).toEqual(
    [],
  )
})

test('the image is built from an image and packages that are locked', () => {
  const lines = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8').split('\n')
  const images = lines.filter((line) => line.startsWith('FROM '))
  expect(images.filter((line) => !/^FROM node:24-slim@sha256:[\da-f]{64}(?: AS \w+)?$/.test(line))).toEqual(
    [],
  )
  expect(lines.filter((line) => /\bnpm (?!ci |prune |run )/.test(line.replace(/^#.*/, '')))).toEqual([])
})

test('published commits were tested before', () => {
  const { jobs } = workflow.parse(parse(readFileSync(join(folder, 'release.yml'), 'utf8')))
  const tried = jobs.try?.steps.map(({ run = '' }) => run).join('\n')
  expect(tried).toContain('./.ci/run')
  expect(tried).toContain('scripts/check-runtimes.mjs')
  expect(jobs.publish?.needs).toContain('try')
  expect(jobs.publish?.steps.map(({ run = '' }) => run).join('\n')).toContain('--provenance')
})

test('a tree passes or fails every time, and every night other cases are tried', () => {
  const fixed = /^export SEED="\$\{SEED:-(\d+)\}"$/m
  expect(readFileSync(join(projectRoot, '.ci/run'), 'utf8')).toMatch(fixed)
  const runsOf = (file: string) =>
    Object.values(workflow.parse(parse(readFileSync(join(folder, file), 'utf8'))).jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run = [] }) => run),
    )
  expect(runsOf('ci.yml').filter((run) => run.includes('SEED'))).toEqual([])
  expect(runsOf('nightly.yml')).toEqual(
    expect.arrayContaining(['SEED=$RANDOM ./.ci/run', 'npm run test:deep']),
  )
})

test('properties without a fixed seed follow SEED', () => {
  expect(fc.readConfigureGlobal().seed).toBe(seed)
})
