// What of the reference has no documentation, and should have.
import { ReflectionKind } from 'typedoc'

const DECLARED =
  ReflectionKind.Variable |
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias
const MEMBERS = ReflectionKind.Property | ReflectionKind.Method | ReflectionKind.Accessor

/** @returns the full names of what an entry point exports without a word on it, and of their members. */
export function undocumented(project) {
  return project.children.flatMap(({ children = [] }) =>
    children
      .flatMap((declared) => [declared, ...membersOf(declared)].filter(isSilent))
      .map((found) => found.getFullName()),
  )
}

/** Of what is inherited, the docs are where it comes from. */
function membersOf({ kind, children = [] }) {
  if (kind !== ReflectionKind.Interface && kind !== ReflectionKind.Class) return []
  return children.filter(
    (member) => member.kindOf(MEMBERS) && member.inheritedFrom?.reflection === undefined && !isPlain(member),
  )
}

function isSilent(reflection) {
  if (!reflection.kindOf(DECLARED | MEMBERS)) return false
  const { signatures = [], getSignature, type } = reflection
  const told = [
    reflection,
    ...signatures,
    ...(getSignature ? [getSignature] : []),
    ...(type?.declaration?.signatures ?? []),
  ]
  return !told.some(({ comment }) => comment !== undefined && says(comment))
}

/** In words of its own, or by pointing to others. */
function says({ summary, blockTags }) {
  return summary.some(({ text }) => text.trim() !== '') || blockTags.some(({ tag }) => tag === '@see')
}

/**
 * What tells itself: a discriminator (`type: 'text'`), and what is always there and bears the name of its type
 * (`finish: Finish`). Of what may be missing it has to be said what that means; metadata say it once.
 */
function isPlain({ name, type, overwrites, flags }) {
  if (overwrites !== undefined || type?.type === 'literal') return true
  if (flags.isOptional) return name === 'providerMetadata'
  return named(type).some((typeName) => name.toLowerCase().replace(/s$/, '') === typeName.toLowerCase())
}

/** The names of a type and of what it lists. */
function named(type) {
  switch (type?.type) {
    case 'reference':
      return [type.name, ...(type.typeArguments ?? []).flatMap(named)]
    case 'array':
      return named(type.elementType)
    case 'typeOperator':
      return named(type.target)
    case 'optional':
      return named(type.elementType)
    default:
      return []
  }
}
