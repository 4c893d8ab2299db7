// Writes `src/base/model/canonical.ts`, the forms of the canonical model as data, from its types: `types.ts` and
// `hosted-settings.ts` declare each member, `constants.ts` the values of enumerations.
//   node scripts/api/canonical.mjs            writes the file
//   node scripts/api/canonical.mjs --check    fails if it is stale
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const FOLDER = 'src/base/model'
const FILE = `${FOLDER}/canonical.ts`
/** The types from which all others are reached, and one without a form that refers to it. */
const ROOTS = ['Conversation', 'ModelResponse', 'ToolCallStatus']
const HEAD = `// The canonical model, member by member. Generated from the types: \`npm run model\` writes this file, and a file that disagrees
// with the types does not compile.
`

/** Types with a form in `description.ts`. */
const LEAVES = {
  JsonValue: 'json',
  JsonObject: 'jsonObject',
  ProviderMetadata: 'metadata',
  HostedExtras: 'metadata',
  'Readonly<Record<string, string>>': 'textsValue',
  'JsonObject | string': 'textOrObject',
  string: 'textValue',
  number: 'numberValue',
  boolean: 'booleanValue',
  undefined: 'absent',
}
/** Names of constants whose type's name another export of `src` has. */
const NAMES = {
  ToolCall: 'toolCallPart',
  ToolResult: 'toolResultPart',
  OutputFormat: 'outputFormatSetting',
  Reasoning: 'reasoningSetting',
  LogProbabilities: 'logProbabilitiesSetting',
  Outcome: 'turnOutcome',
}
/** Members that distinguish the objects of a union. The first that fits is used. */
const DISTINGUISHING = ['type', 'kind', 'status']

process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
const program = createProgram([`${FOLDER}/types.ts`, `${FOLDER}/hosted-settings.ts`])
const checker = program.getTypeChecker()
const declarations = new Map(program.getRootFileNames().flatMap(declarationsIn))
/** Quoted values of each list of `constants.ts`. */
const lists = program.getSourceFile(`${FOLDER}/constants.ts`).statements.flatMap(listsIn)
/** Constants by the name of their type, each after those it refers to. */
const constants = new Map()
/** Imported names by file. */
const imports = new Map()

for (const name of ROOTS) constantOf(name)
const code = formatted([HEAD, ...importLines(), '', ...constants.values()].join('\n'))
if (readFileSync(FILE, 'utf8') !== code) {
  if (!process.argv.includes('--check')) writeFileSync(FILE, code)
  else {
    console.error(`${FILE} is stale: npm run model`)
    process.exitCode = 1
  }
}

function createProgram(files) {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  return ts.createProgram(files, ts.convertCompilerOptionsFromJson(config.compilerOptions, '.').options)
}

function declarationsIn(file) {
  const nodes = program
    .getSourceFile(file)
    .statements.filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
  return nodes.map((node) => [node.name.text, node])
}

function listsIn(statement) {
  const initial = statement.declarationList?.declarations[0].initializer
  if (!initial || !ts.isAsExpression(initial)) return []
  return [initial.expression.elements.map(({ text }) => JSON.stringify(text))]
}

/** Returns the name of the constant with the form of a named type. */
function constantOf(name) {
  const constant = NAMES[name] ?? name[0].toLowerCase() + name.slice(1)
  if (!constants.has(name)) {
    const form = formOfDeclaration(name)
    const isVariant = form.startsWith('variant(')
    const annotation = isVariant ? `: ${used('Description')}<${used(name)}, ${used('VariantForm')}>` : ''
    constants.set(name, `export const ${constant}${annotation} = ${form}`)
  }
  return constant
}

function formOfDeclaration(name) {
  const declaration = declarations.get(name)
  const type = checker.getTypeAtLocation(declaration.name)
  if (isNamedUnion(declaration.type)) {
    const nodes = declaration.type.types
    return variant(
      nodes.map((node) => checker.getTypeFromTypeNode(node)),
      () => nodes.map((node) => formOf(node)),
    )
  }
  if (type.isUnion() && type.types.every(isObject)) return variantOfObjects(name, type.types)
  return isObject(type) ? members(used(name), type) : formOf(declaration.type, type)
}

function isNamedUnion(node) {
  return node !== undefined && ts.isUnionTypeNode(node) && node.types.every(ts.isTypeReferenceNode)
}

function isObject(type) {
  return type.isIntersection() || (type.flags & ts.TypeFlags.Object) !== 0
}

function variantOfObjects(name, types) {
  const formOfObject = (type, by) =>
    members(`Extract<${used(name)}, { ${by}: ${wordsIn(type, by).join(' | ')} }>`, type)
  return variant(types, (by) => inOrderOfList(types, by).map((type) => formOfObject(type, by)))
}

/** Sorts types by the list that has all their words. The compiler sorts them by their first use. */
function inOrderOfList(types, by) {
  const words = types.flatMap((type) => wordsIn(type, by))
  const list = lists.find((own) => own.length === words.length && words.every((word) => own.includes(word)))
  const indexOf = (type) => Math.min(...wordsIn(type, by).map((word) => list?.indexOf(word) ?? 0))
  return [...types].sort((one, other) => indexOf(one) - indexOf(other))
}

/** @param forms returns the form of each type. */
function variant(types, forms) {
  const by = DISTINGUISHING.find((member) => isDistinguishing(member, types))
  if (by === undefined)
    throw new Error(`no member distinguishes ${types.map((type) => checker.typeToString(type))}`)
  return `${used('variant')}('${by}', ${forms(by).join(', ')})`
}

function isDistinguishing(member, types) {
  const words = types.map((type) => wordsIn(type, member))
  return words.every((own) => own.length > 0) && new Set(words.flat()).size === words.flat().length
}

/** Returns the quoted texts of a member, or an empty list if the member has other values. */
function wordsIn(type, member) {
  const property = type.getProperty(member)
  const value = property && checker.getTypeOfSymbol(property)
  const values = value?.isUnion() ? value.types : [value]
  return values.every((one) => one?.isStringLiteral()) ? values.map((one) => checker.typeToString(one)) : []
}

function members(name, type) {
  const properties = inheritedFirst(type).map((property) => {
    const form = formOfMember(name, property)
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
    return { isOptional, text: form === property.name ? form : `${property.name}: ${form}` }
  })
  const textOf = (some) => `{ ${some.map(({ text }) => text).join(', ')} }`
  const required = textOf(properties.filter(({ isOptional }) => !isOptional))
  return `${used('members')}<${name}>(${required}, ${textOf(properties.filter(({ isOptional }) => isOptional))})`
}

/** Returns the members of an interface after those that it inherits. */
function inheritedFirst(type) {
  const isOwn = ({ parent }) => parent === type.symbol
  const properties = type.getProperties()
  return [...properties.filter((property) => !isOwn(property)), ...properties.filter(isOwn)]
}

function formOfMember(owner, property) {
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(property))
  const node = property.declarations[0].type
  if (ts.isTypeLiteralNode(node)) return members(`NonNullable<${owner}['${property.name}']>`, type)
  const isNeverEmpty = property.getJsDocTags().some(({ name }) => name === 'minLength')
  return isNeverEmpty ? used('nonEmptyText') : formOf(node, type)
}

/**
 * Returns the form of a type.
 * @param type for nodes that refer to a parameter of a generic type.
 */
function formOf(node, type) {
  const text = node.getText()
  if (Object.hasOwn(LEAVES, text)) return used(LEAVES[text])
  if (ts.isTypeOperatorNode(node)) return `${used('list')}(${formOf(node.type.elementType)})`
  const list = listOf(node)
  if (list !== undefined) return `${used('words')}(...${list})`
  if (text.startsWith('Exclude<')) return wordsBut(...node.typeArguments)
  const literals = ts.isUnionTypeNode(node) ? node.types : [node]
  if (literals.every(ts.isLiteralTypeNode))
    return `${used('words')}(${literals.map((one) => one.getText()).join(', ')})`
  return declarations.has(text) ? constantOf(text) : formOfType(type)
}

/** Returns the constant whose values the type has. */
function listOf(node) {
  const [, list] = /^\(typeof (\w+)\)\[number\]$/.exec(node.getText()) ?? []
  return list && used(list)
}

function wordsBut(all, { literal }) {
  const list = listOf(declarations.get(all.getText()).type)
  return `${used('wordsBut')}(${list}, ${literal.getText()})`
}

/** Returns the form of an argument of a generic type. */
function formOfType(type) {
  const text = checker.typeToString(type)
  if (type.isStringLiteral()) return `${used('words')}(${text})`
  return Object.hasOwn(LEAVES, text) ? used(LEAVES[text]) : constantOf(text)
}

/** Returns the name, and imports it. */
function used(name) {
  const file =
    declarations.get(name)?.getSourceFile().fileName ??
    (/^[A-Z_]+$/.test(name) ? 'constants.ts' : 'description.ts')
  const isType = /^[A-Z][a-z]/.test(name)
  imports.set(file, (imports.get(file) ?? new Set()).add(isType ? `type ${name}` : name))
  return name
}

function importLines() {
  return [...imports].map(
    ([file, names]) => `import { ${[...names].join(', ')} } from './${basename(file, '.ts')}.js'`,
  )
}

/** In the form that the linter checks. */
function formatted(input) {
  const options = ['check', '--write', `--stdin-file-path=${FILE}`]
  return execFileSync('node_modules/.bin/biome', options, { input, encoding: 'utf8' })
}
