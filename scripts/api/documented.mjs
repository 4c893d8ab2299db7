// Finds the parts of the reference that lack documentation.
import { ReflectionKind } from 'typedoc'

const DECLARED =
  ReflectionKind.Variable |
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias
const MEMBERS = ReflectionKind.Property | ReflectionKind.Method | ReflectionKind.Accessor

/**
 * Finds the exports without a docstring.
 * @returns the full names of undocumented exports of an entry point and of their members.
 */
export function undocumented(project) {
  return project.children.flatMap(({ children = [] }) =>
    children
      .flatMap((declared) => [declared, ...membersOf(declared)].filter(isSilent))
      .map((found) => found.getFullName()),
  )
}

/** Inherited members are documented at their origin. */
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

/** Returns true if a comment has text, or refers to another declaration. */
function says({ summary, blockTags }) {
  return summary.some(({ text }) => text.trim() !== '') || blockTags.some(({ tag }) => tag === '@see')
}

/**
 * Returns true for members that need no documentation: a discriminator (`type: 'text'`), and a required
 * member with the name of its type (`finish: Finish`). Optional members must document the meaning of their
 * absence; metadata is documented once.
 */
function isPlain({ name, type, overwrites, flags }) {
  if (overwrites !== undefined || type?.type === 'literal') return true
  if (flags.isOptional) return name === 'providerMetadata'
  return named(type).some((typeName) => name.toLowerCase().replace(/s$/, '') === typeName.toLowerCase())
}

/** Returns the names of a type and of the types it lists. */
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
