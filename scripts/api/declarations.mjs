// The reference of one export: its sentence, its form, its members, and its collapsed inherited members.
import { ReflectionKind } from 'typedoc'
import { members, objectOf } from './members.mjs'
import { firstSentence, line, linkedPiece, spoken, table } from './text.mjs'
import { piecesOf, signaturePieces, textOf } from './types.mjs'

const FORM_WIDTH = 90
const UNION_LIST = 4

/**
 * Writes declarations with links to other declarations.
 * @param linkTo returns the address of a reflection, if it has a page.
 */
export function declarationWriter(linkTo, prose) {
  const words = (parts = []) => prose(parts.map((part) => spoken(part, linkTo)).join(''))
  const typed = (pieces) => pieces.map((piece) => linkedPiece(piece, linkTo)).join('')
  const writer = { words, typed }
  return {
    typed,
    /** Returns the complete text below the heading. */
    describe: (declared) => describe(declared, writer),
    /** Returns its first sentence on one line. */
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

/** Returns the comment of a declaration. Comments of functions are on their signatures. */
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
    parameterTable(parameters, writer),
    outcome(signature, writer),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

function parameterTable(parameters = [], { typed, words }) {
  const rows = parameters.map(({ name, type, flags, defaultValue, comment }) => [
    `\`${name}${flags.isOptional || defaultValue !== undefined ? '?' : ''}\``,
    type ? typed(piecesOf(type)) : '',
    line(words(comment?.summary)),
  ])
  return table(['parameter', 'type', 'what it is'], rows)
}

/** Describes the return value and the thrown errors. */
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

/** Returns the type of a value or an alias. Objects are described by their members. */
function form(declared, { typed }) {
  const { type, name } = declared
  if (type === undefined || objectOf(type) !== undefined) return ''
  if (!declared.kindOf(ReflectionKind.TypeAlias)) return `Type: ${typed(piecesOf(type))}\n`
  if (type.type === 'union' && type.types.length >= UNION_LIST)
    return `\`${name}${genericsOf(declared)}\` is one of:\n\n${type.types.map((each) => `- ${typed(piecesOf(each))}`).join('\n')}\n`
  return `\`${name}${genericsOf(declared)}\` = ${typed(piecesOf(type))}\n`
}

function constructors({ children = [] }, writer) {
  return children
    .filter((child) => child.kindOf(ReflectionKind.Constructor))
    .flatMap(({ signatures, parent }) =>
      signatures.map((signature) =>
        [
          fence(`new ${parent.name}${genericsOf(parent)}`, { parameters: signature.parameters }),
          parameterTable(signature.parameters, writer),
        ].join('\n'),
      ),
    )
    .join('\n')
}
