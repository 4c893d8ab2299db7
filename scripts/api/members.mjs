// Writes the members of declarations as tables.
import { ReflectionKind } from 'typedoc'
import { line, table } from './text.mjs'
import { piecesOf, signaturePieces } from './types.mjs'

/** Members of a declaration, then those that it inherits from other declarations of the reference, folded by origin. */
export function members(declared, writer) {
  const children = (objectOf(declared.type)?.children ?? declared.children ?? []).filter(
    (child) => !child.kindOf(ReflectionKind.Constructor),
  )
  const groups = [...groupBy(children.filter(isInherited), originOf)]
  const folds = new Map(groups.filter(([, all]) => all.some(isElsewhere)))
  const own = children.filter((child) => !isInherited(child) || !folds.has(originOf(child)))
  return [
    memberTable(own, writer),
    ...[...folds].map(([origin, all]) => folded(origin, memberTable(all, writer), all.length)),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

function isInherited({ inheritedFrom }) {
  return inheritedFrom !== undefined
}

/** Members of declarations that are not exported are documented where they are inherited. */
function isElsewhere({ inheritedFrom }) {
  return inheritedFrom.reflection !== undefined
}

function originOf({ inheritedFrom }) {
  return inheritedFrom.name.split('.').slice(0, -1).join('.')
}

function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function folded(origin, text, count) {
  return `<details>\n<summary>${count} ${count === 1 ? 'member' : 'members'} of <code>${origin}</code></summary>\n\n${text}\n</details>\n`
}

function memberTable(all, writer) {
  const rows = all.flatMap((member) => memberRows(member, writer))
  return table(['member', 'type', 'what it is'], rows)
}

function memberRows(member, writer) {
  const { name, flags, signatures, getSignature } = member
  const label = `\`${name}${flags.isOptional ? '?' : ''}${signatures ? '()' : ''}\``
  const row = (pieces, comment) => [label, writer.typed(pieces), memberWords(comment, writer)]
  if (signatures)
    return signatures.map((signature) => row(signaturePieces(signature), signature.comment ?? member.comment))
  const { type, comment } = getSignature ?? member
  return [row(type ? piecesOf(type) : [], comment ?? member.comment ?? functionComment(type))]
}

/** Returns the comment of a member's function type, which may be on the function. */
function functionComment(type) {
  return type?.declaration?.signatures?.[0]?.comment
}

function memberWords(comment, { words }) {
  if (comment === undefined) return ''
  const tags = { '@returns': 'Returns', '@throws': 'Throws', '@see': 'See', '@deprecated': 'Deprecated:' }
  const further = comment.blockTags
    .filter(({ tag }) => tags[tag] !== undefined)
    .map(({ tag, content }) => `**${tags[tag]}** ${words(content)}`)
  return line([words(comment.summary), ...further].filter((text) => text !== '').join(' '))
}

/** Returns the members of an object type. */
export function objectOf(type) {
  return type?.type === 'reflection' && type.declaration.children?.length > 0 ? type.declaration : undefined
}
