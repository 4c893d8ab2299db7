// Reads the words of types with the TypeScript compiler: literals of unions, values of enums, names of members.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API } from 'typescript/unstable/sync'

/** Types that expressions may use: the names of an object's members, and the values of one member, of all objects of a union. */
const HELPERS = `
type Fields<T> = T extends unknown ? Extract<keyof T, string> : never
type Values<T, K extends string> = T extends { readonly [P in K]?: infer V } ? V : never
type Types<T> = Values<T, 'type'>
type Items<T> = T extends readonly (infer I)[] ? I : never
`
const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2023',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: [],
}

/**
 * Returns the words of types.
 * @param folder the folder from which the types are imported; two files are written to it.
 * @param types expressions in TypeScript: `Types<import('sdk').Block>`.
 * @returns the words of each expression, or the compiler's message if it cannot be resolved.
 */
export function readUnions(folder, types) {
  const file = join(folder, 'unions.ts')
  const config = join(folder, 'tsconfig.json')
  const lines = types.map((type, index) => `export type Union${index} = ${type}`)
  writeFileSync(file, [...lines, HELPERS].join('\n'))
  writeFileSync(config, JSON.stringify({ compilerOptions: OPTIONS, files: ['unions.ts'] }))
  const api = new API({ cwd: folder })
  try {
    const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    const source = program.getSourceFile(file)
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source))
    const unions = new Map(exported.map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]))
    const errors = errorsByLine(program.getSemanticDiagnostics(file), lines)
    return types.map((_type, index) => errors.get(index) ?? wordsOf(unions.get(`Union${index}`)))
  } finally {
    api.close()
  }
}

function errorsByLine(diagnostics, lines) {
  const ends = lines.map((line) => line.length + 1)
  ends.forEach((_length, index) => {
    ends[index] += ends[index - 1] ?? 0
  })
  return new Map(diagnostics.map(({ pos, text }) => [ends.findIndex((end) => pos < end), text]))
}

function wordsOf(type) {
  const members = type.isUnionType() ? type.getTypes() : [type]
  return members.filter((member) => member.isStringLiteralType()).map(({ value }) => value)
}
