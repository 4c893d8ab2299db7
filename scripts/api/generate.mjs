// Writes the API reference as Markdown, a page for each entry point of the package, and says what is not documented.
//   node scripts/api/generate.mjs [FOLDER]     default: docs/api
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import {
  Application,
  Comment,
  CommentTag,
  Converter,
  PageEvent,
  ReferenceType,
  ReflectionKind,
} from 'typedoc'
import { undocumented } from './documented.mjs'
import { groupsOf } from './groups.mjs'

const out = process.argv[2] ?? 'docs/api'
const entries = entryPoints()
const groups = new Map([...entries].map(([source, name]) => [name, groupsOf(source)]))

const app = await Application.bootstrapWithPlugins({
  entryPoints: [...entries.keys()],
  tsconfig: 'scripts/api/tsconfig.json',
  plugin: ['typedoc-plugin-markdown'],
  outputs: [{ name: 'markdown', path: out }],
  router: 'module',
  readme: 'none',
  name: 'API reference',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  disableSources: true,
  excludeInternal: true,
  excludeExternals: true,
  excludePrivate: true,
  skipErrorChecking: true,
  useCodeBlocks: true,
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  parametersFormat: 'table',
  typeDeclarationFormat: 'table',
  typeDeclarationVisibility: 'compact',
  tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideOverrides: true },
  categorizeByGroup: false,
  categoryOrder: [...groups.values()].flatMap(({ titles }) => titles),
  validation: { invalidLink: true, notExported: false },
})
const words = new Map()
app.converter.on(Converter.EVENT_CREATE_DECLARATION, spellOut)
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const entry of project.children) {
    const sources = [`${entry.name}.ts`, `${entry.name}/index.ts`]
    entry.name = sources.map((source) => entries.get(source)).find(Boolean)
    for (const declared of entry.children) group(project, entry, declared)
    for (const declared of entry.children) if (isTheirs(project, declared)) strip(project, declared)
  }
  for (const [declared, type] of words) declared.type = type
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
    if (parameter.name === '__namedParameters') parameter.name = 'options'
})
app.renderer.on(PageEvent.END, dropAnchors)
const project = await app.convert()
if (project === undefined) process.exit(1)
app.validate(project)
for (const name of undocumented(project)) app.logger.warn(`${name} is not documented`)
await app.generateOutputs(project)
process.exitCode = app.logger.hasErrors() || app.logger.hasWarnings() ? 1 : 0

/** What can be imported, by the source file behind it: adapters one by one. */
function entryPoints() {
  const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const targets = Object.entries(exports).filter(([, { types }]) => types !== undefined)
  return new Map(
    targets.flatMap(([key, { types }]) => {
      const source = types.replace('./dist/', '').replace('.d.ts', '.ts')
      const imported = key.replace('.', name)
      if (!source.includes('*')) return [[source, imported]]
      return readdirSync(source.split('/*')[0])
        .map((adapter) => [source.replace('*', adapter), imported.replace('*', adapter)])
        .filter(([file]) => existsSync(file))
    }),
  )
}

/**
 * The fields of a wire are its provider's to describe, a schema has the form of the type that it is named after, and what
 * adapters keep under which key is told in their READMEs.
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

/** Words that stand in a list in the sources (`(typeof ROLES)[number]`) are shown one by one. */
function spellOut(context, declared) {
  const symbol = context.getSymbolFromReflection(declared)
  if (!declared.kindOf(ReflectionKind.TypeAlias) || symbol === undefined) return
  const type = context.checker.getDeclaredTypeOfSymbol(symbol)
  if (type.isUnion() && type.types.every((each) => each.isStringLiteral()))
    words.set(declared, context.converter.convertType(context, type))
}

/** Members have no anchors: they are numbered page by page, so that a new member would change many lines. */
function dropAnchors(page) {
  page.contents = page.contents
    ?.replaceAll(/<a id="[^"]*"><\/a> /g, '')
    .replaceAll(/\[([^\]]*)\]\([^)\s]*#(?:property|type-parameter)-[^)\s]*\)/g, '$1')
}

/** Sorts what an entry point exports as its source does. */
function group(project, entry, declared) {
  const file = project.getSymbolIdFromReflection(declared)?.packagePath
  const title = groups.get(entry.name)?.titleOf(declared.name, file)
  if (title === undefined) return
  const [told = declared] = declared.signatures ?? []
  told.comment ??= new Comment()
  told.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: title }]))
}
