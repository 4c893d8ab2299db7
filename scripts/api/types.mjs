// Types as text: a list of pieces. Pieces that the reference documents link to their pages.
const piece = (text, target) => ({ text, target })
const BIND = { union: 1, intersection: 2, function: 1, conditional: 1 }

/** Returns a type in TypeScript syntax on one line. */
export function textOf(type) {
  return piecesOf(type)
    .map(({ text }) => text)
    .join('')
}

/**
 * Splits a type into text and links.
 * @returns pieces of text; `target` is the reflection that a piece refers to.
 */
export function piecesOf(type) {
  return merged(WRITERS[type.type]?.(type) ?? [piece(type.toString())])
}

const WRITERS = {
  array: ({ elementType }) => [...inBrackets(elementType), piece('[]')],
  conditional: ({ checkType, extendsType, trueType, falseType }) => [
    ...inBrackets(checkType),
    piece(' extends '),
    ...inBrackets(extendsType),
    piece(' ? '),
    ...piecesOf(trueType),
    piece(' : '),
    ...piecesOf(falseType),
  ],
  indexedAccess: ({ objectType, indexType }) => [
    ...inBrackets(objectType),
    piece('['),
    ...piecesOf(indexType),
    piece(']'),
  ],
  intersection: ({ types }) => between(types.map(inBrackets), ' & '),
  literal: ({ value }) => [piece(typeof value === 'string' ? `'${value}'` : String(value))],
  mapped: (type) => mapped(type),
  namedTupleMember: ({ name, isOptional, element }) => [
    piece(`${name}${isOptional ? '?' : ''}: `),
    ...piecesOf(element),
  ],
  optional: ({ elementType }) => [...inBrackets(elementType), piece('?')],
  predicate: ({ name, asserts, targetType }) => [
    piece(`${asserts ? 'asserts ' : ''}${name}`),
    ...(targetType ? [piece(' is '), ...piecesOf(targetType)] : []),
  ],
  query: ({ queryType }) => [piece('typeof '), ...piecesOf(queryType)],
  reference: (type) => [piece(type.name, targetOf(type)), ...typeArguments(type.typeArguments)],
  reflection: ({ declaration }) => structure(declaration),
  rest: ({ elementType }) => [piece('...'), ...inBrackets(elementType)],
  templateLiteral: ({ head, tail }) => [
    piece(`\`${head}`),
    ...tail.flatMap(([type, text]) => [piece('${'), ...piecesOf(type), piece(`}${text}`)]),
    piece('`'),
  ],
  tuple: ({ elements = [] }) => [piece('['), ...between(elements.map(piecesOf), ', '), piece(']')],
  typeOperator: ({ operator, target }) => [piece(`${operator} `), ...inBrackets(target)],
  union: ({ types }) => between(types.map(inBrackets), ' | '),
}

function targetOf({ reflection }) {
  return reflection?.isReference?.() ? reflection.getTargetReflectionDeep() : reflection
}

/** `(a: A) => B`, from a signature. */
export function signaturePieces({ parameters = [], type }, arrow = ' => ') {
  return [
    piece('('),
    ...between(parameters.map(parameterPieces), ', '),
    piece(`)${arrow}`),
    ...(type ? piecesOf(type) : []),
  ]
}

function parameterPieces({ name, type, flags, defaultValue }) {
  const isOptional = flags.isOptional || defaultValue !== undefined
  return [
    piece(`${flags.isRest ? '...' : ''}${name}${isOptional ? '?' : ''}`),
    ...(type ? [piece(': '), ...piecesOf(type)] : []),
  ]
}

function structure({ signatures = [], children = [], indexSignatures = [] }) {
  if (signatures.length > 0 && children.length === 0) return signaturePieces(signatures[0])
  const members = [
    ...indexSignatures.map(({ parameters, type }) => [
      piece(`[${parameters[0].name}: `),
      ...piecesOf(parameters[0].type),
      piece(']: '),
      ...piecesOf(type),
    ]),
    ...children.map(memberPieces),
  ]
  return members.length === 0 ? [piece('{}')] : [piece('{ '), ...between(members, '; '), piece(' }')]
}

function memberPieces({ name, type, flags, signatures }) {
  const key = `${/^[\w$]+$/.test(name) ? name : `'${name}'`}${flags.isOptional ? '?' : ''}`
  if (signatures?.length > 0) return [piece(key), ...signaturePieces(signatures[0], ': ')]
  return [piece(`${key}: `), ...(type ? piecesOf(type) : [piece('unknown')])]
}

function mapped({ parameter, parameterType, nameType, templateType, optionalModifier, readonlyModifier }) {
  return [
    piece(`{ ${readonlyModifier === '+' ? 'readonly ' : ''}[${parameter} in `),
    ...piecesOf(parameterType),
    ...(nameType ? [piece(' as '), ...piecesOf(nameType)] : []),
    piece(`]${optionalModifier === '+' ? '?' : optionalModifier === '-' ? '-?' : ''}: `),
    ...piecesOf(templateType),
    piece(' }'),
  ]
}

function typeArguments(types = []) {
  return types.length === 0 ? [] : [piece('<'), ...between(types.map(piecesOf), ', '), piece('>')]
}

/** Puts a type in parentheses if it binds more weakly than the operator around it. */
function inBrackets(type) {
  const isFunction = type.type === 'reflection' && type.declaration.signatures?.length > 0
  const pieces = piecesOf(type)
  return BIND[type.type] || isFunction ? [piece('('), ...pieces, piece(')')] : pieces
}

function between(lists, separator) {
  return lists.flatMap((pieces, index) => (index === 0 ? pieces : [piece(separator), ...pieces]))
}

/** Merges adjacent pieces without a target. */
function merged(pieces) {
  const all = []
  for (const { text, target } of pieces) {
    const last = all.at(-1)
    if (last !== undefined && target === undefined && last.target === undefined) last.text += text
    else all.push(piece(text, target))
  }
  return all
}
