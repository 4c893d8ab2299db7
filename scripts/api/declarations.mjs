// What the reference says of one export: the sentence first, then its form, its members, and folded what it inherits.
import { ReflectionKind } from 'typedoc'
import { piecesOf, signaturePieces, textOf } from './types.mjs'

const FORM_WIDTH = 90
const UNION_LIST = 4

/** Writes declarations, with links to where others are. @param linkTo gives the address of a reflection, if it has a page. */
export function declarationWriter(linkTo, prose) {
  const words = (parts = []) => prose(parts.map((part) => spoken(part, linkTo)).join(''))
  const typed = (pieces) => pieces.map((piece) => linkedPiece(piece, linkTo)).join('')
  const writer = { words, typed }
  return {
    typed,
    /** The whole text below the heading. */
    describe: (declared) => describe(declared, writer),
    /** Its first sentence, in one line. */
    sentence: (declared) => firstSentence(line(words(commentOf(declared)?.summary))),
  }
}

function describe(declared, writer) {
  if (declared.kindOf(ReflectionKind.Function))
    return declared.signatures.map((signature) => functionText(signature, writer)).join('\n')
  const comment = commentOf(declared)
  return [
    told(comment, writer),
    form(declared, writer),
    typeParameters(declared, writer),
    constructors(declared, writer),
    members(declared, writer),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

/** Where the comment of a declaration stands: functions have it at their signatures. */
export function commentOf(declared) {
  return declared.comment ?? declared.signatures?.find(({ comment }) => comment)?.comment
}

function told(comment, { words }) {
  if (comment === undefined) return ''
  const remarks = comment.blockTags.filter(({ tag }) => ['@remarks', '@deprecated'].includes(tag))
  const examples = comment.blockTags.filter(({ tag }) => tag === '@example')
  return [
    `${words(comment.summary)}\n`,
    ...remarks.map(
      ({ tag, content }) => `${tag === '@deprecated' ? '**Deprecated.** ' : ''}${words(content)}\n`,
    ),
    ...examples.map(({ content }) => `${words(content)}\n`),
  ].join('\n')
}

function functionText(signature, writer) {
  const { parameters = [], comment } = signature
  return [
    told(comment, writer),
    fence(`function ${signature.name}${genericsOf(signature)}`, signature),
    typeParameters(signature, writer),
    table(
      ['parameter', 'type', 'what it is'],
      parameters.map((parameter) => [
        `\`${parameter.name}${parameter.flags.isOptional || parameter.defaultValue !== undefined ? '?' : ''}\``,
        parameter.type ? writer.typed(piecesOf(parameter.type)) : '',
        line(writer.words(parameter.comment?.summary)),
      ]),
    ),
    outcome(signature, writer),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

/** What comes back, and what is thrown. */
function outcome({ type, comment }, writer) {
  const said = (tag) =>
    (comment?.blockTags ?? [])
      .filter((block) => block.tag === tag)
      .map(({ content }) => line(writer.words(content)))
  const [returns = ''] = said('@returns')
  const lines = [
    ...(type ? [`**Returns** ${writer.typed(piecesOf(type))}${returns === '' ? '' : `: ${returns}`}`] : []),
    ...said('@throws').map((text) => `**Throws** ${text}`),
    ...said('@see').map((text) => `**See** ${text}`),
  ]
  return `${lines.join('\n\n')}\n`
}

function fence(start, { parameters = [], type }) {
  const whole =
    start +
    signaturePieces({ parameters, type }, ': ')
      .map(({ text }) => text)
      .join('')
  if (whole.length <= FORM_WIDTH) return `\`\`\`ts\n${whole}\n\`\`\`\n`
  const lines = parameters.map((parameter) =>
    signaturePieces({ parameters: [parameter] }, '')
      .map(({ text }) => text)
      .join('')
      .slice(1, -1),
  )
  return `\`\`\`ts\n${start}(\n${lines.map((each) => `  ${each},\n`).join('')})${type ? `: ${textOf(type)}` : ''}\n\`\`\`\n`
}

function genericsOf({ typeParameters: own = [] }) {
  const names = own.map(({ name, type, default: given }) =>
    [name, ...(type ? [` extends ${textOf(type)}`] : []), ...(given ? [` = ${textOf(given)}`] : [])].join(''),
  )
  return names.length === 0 ? '' : `<${names.join(', ')}>`
}

function typeParameters({ typeParameters: own = [] }, { words }) {
  const commented = own.filter(({ comment }) => comment !== undefined)
  return table(
    ['type', 'what it is'],
    commented.map(({ name, comment }) => [`\`${name}\``, line(words(comment.summary))]),
  )
}

/** The type of a value or an alias. Objects are told by their members. */
function form(declared, { typed }) {
  const { type, name } = declared
  if (type === undefined || objectOf(type) !== undefined) return ''
  if (!declared.kindOf(ReflectionKind.TypeAlias)) return `Type: ${typed(piecesOf(type))}\n`
  if (type.type === 'union' && type.types.length >= UNION_LIST)
    return `\`${name}${genericsOf(declared)}\` is one of:\n\n${type.types.map((each) => `- ${typed(piecesOf(each))}`).join('\n')}\n`
  return `\`${name}${genericsOf(declared)}\` = ${typed(piecesOf(type))}\n`
}

function objectOf(type) {
  return type?.type === 'reflection' && type.declaration.children?.length > 0 ? type.declaration : undefined
}

function constructors({ children = [] }, writer) {
  return children
    .filter((child) => child.kindOf(ReflectionKind.Constructor))
    .flatMap(({ signatures, parent }) =>
      signatures.map((signature) =>
        [
          fence(`new ${parent.name}${genericsOf(parent)}`, { parameters: signature.parameters }),
          table(
            ['parameter', 'type', 'what it is'],
            (signature.parameters ?? []).map(({ name, flags, type, comment }) => [
              `\`${name}${flags.isOptional ? '?' : ''}\``,
              type ? writer.typed(piecesOf(type)) : '',
              line(writer.words(comment?.summary)),
            ]),
          ),
        ].join('\n'),
      ),
    )
    .join('\n')
}

function members(declared, writer) {
  const children = (objectOf(declared.type)?.children ?? declared.children ?? []).filter(
    (child) => !child.kindOf(ReflectionKind.Constructor),
  )
  const own = children.filter(({ inheritedFrom }) => inheritedFrom === undefined)
  const inherited = Map.groupBy
    ? Map.groupBy(children.filter(isInherited), originOf)
    : groupBy(children.filter(isInherited), originOf)
  return [
    memberTable(own, writer),
    ...[...inherited].map(([origin, all]) => folded(origin, memberTable(all, writer), all.length)),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

function isInherited({ inheritedFrom }) {
  return inheritedFrom !== undefined
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

/** Of a member whose type is a function, the words may stand at the function. */
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

/** No rows, no table. A column of which all cells are empty is left out. */
function table(titles, rows) {
  if (rows.length === 0) return ''
  const used = titles.map((_, column) => rows.some((row) => row[column] !== ''))
  const cells = (row) =>
    `| ${row
      .filter((_, column) => used[column])
      .map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|'))
      .join(' | ')} |`
  return `${[cells(titles), cells(titles.map(() => '---')), ...rows.map(cells)].join('\n')}\n`
}

function spoken(part, linkTo) {
  if (part.kind !== 'inline-tag' || part.target === undefined) return part.text
  const address = typeof part.target === 'string' ? part.target : linkTo(part.target)
  return address === undefined ? part.text : `[${part.text}](${address})`
}

function linkedPiece({ text, target }, linkTo) {
  const address = target && linkTo(target)
  if (address !== undefined) return `[\`${text}\`](${address})`
  const trimmed = text.trim()
  if (trimmed === '') return text
  const ticks = trimmed.includes('`') ? '``' : '`'
  const space = ticks.length > 1 ? ' ' : ''
  return text.replace(trimmed, () => `${ticks}${space}${trimmed}${space}${ticks}`)
}

function line(text) {
  return (text ?? '').trim().replaceAll(/\s*\n\s*/g, ' ')
}

function firstSentence(text) {
  return /^(?:`[^`]*`|\[[^\]]*\]\([^)]*\)|[^`[])*?[.:;](?= |$)/.exec(text)?.[0].replace(/[:;]$/, '.') ?? text
}
