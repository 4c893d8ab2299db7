// Writes the API reference as Markdown for the documentation site, and reports undocumented exports.
//     node scripts/api/generate.mjs [FOLDER]     default: site/pages/reference
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application, Converter, OptionDefaults, ReferenceType, ReflectionKind } from 'typedoc'
import { undocumented } from './documented.mjs'
import { entryPoints, inOrder } from './entry-points.mjs'
import { groupsOf } from './groups.mjs'
import { referencePages } from './reference-pages.mjs'
import { CONSTRAINTS } from './type-schema.mjs'

process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
const out = process.argv[2] ?? 'site/pages/reference'
const sources = entryPoints()

const app = await Application.bootstrap({
  entryPoints: [...sources.keys()],
  tsconfig: 'scripts/api/tsconfig.json',
  readme: 'none',
  blockTags: [...OptionDefaults.blockTags, ...CONSTRAINTS],
  disableSources: true,
  excludeInternal: true,
  excludeExternals: true,
  excludePrivate: true,
  skipErrorChecking: true,
  validation: { invalidLink: true, notExported: false },
})
const words = new Map()
app.converter.on(Converter.EVENT_CREATE_DECLARATION, spellOut)
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const entry of project.children) {
    const files = [`${entry.name}.ts`, `${entry.name}/index.ts`]
    entry.name = files.map((file) => sources.get(file)).find(Boolean)
    for (const declared of entry.children) if (isTheirs(project, declared)) strip(project, declared)
  }
  for (const [declared, type] of words) declared.type = type
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
    if (parameter.name === '__namedParameters') parameter.name = 'options'
})
const project = await app.convert()
if (project === undefined) process.exit(1)
app.validate(project)
for (const name of undocumented(project)) app.logger.warn(`${name} is not documented`)
write(referencePages(modulesOf(project)))
process.exitCode = app.logger.hasErrors() || app.logger.hasWarnings() ? 1 : 0

/** Returns the entry points in the order of the reference, each with the groups of its source. */
function modulesOf({ children }) {
  const files = new Map([...sources].map(([file, name]) => [name, file]))
  return inOrder(children.map(({ name }) => name)).map((name) => {
    const module = children.find((child) => child.name === name)
    const { titles, titleOf } = groupsOf(files.get(name))
    return { module, titles, titleOf: (declared) => titleOf(declared.name, fileOf(declared)) }
  })
}

function fileOf(declared) {
  return project.getSymbolIdFromReflection(declared)?.packagePath
}

function write({ pages, menu }) {
  rmSync(out, { recursive: true, force: true })
  for (const { path, text } of pages) {
    const file = join(out, `${path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  writeFileSync(join(out, 'menu.json'), JSON.stringify(menu))
}

/**
 * Returns true for declarations documented elsewhere: wire fields are documented by the provider, a schema
 * has the form of the type with its name, and the metadata keys of adapters are in their READMEs.
 */
function isTheirs(project, declared) {
  return /\/(?:wire|schemas|metadata)\.ts$/.test(
    project.getSymbolIdFromReflection(declared)?.packagePath ?? '',
  )
}

function strip(project, declared) {
  for (const child of [...(declared.children ?? [])]) project.removeReflection(child)
  if (declared.name.endsWith('Schema'))
    declared.type = ReferenceType.createBrokenReference('ZodType', project, 'zod')
}

/** Values from a list in the sources (`(typeof ROLES)[number]`) are shown one by one. */
function spellOut(context, declared) {
  const symbol = context.getSymbolFromReflection(declared)
  if (!declared.kindOf(ReflectionKind.TypeAlias) || symbol === undefined) return
  const type = context.checker.getDeclaredTypeOfSymbol(symbol)
  if (type.isUnion() && type.types.every((each) => each.isStringLiteral()))
    words.set(declared, context.converter.convertType(context, type))
}
