import type { NamedForm } from '../named-calls.js'

/** Returns all spellings of a mark: models and servers also use plain bars and underscores. */
function spelled(words: string): string[] {
  return ['｜', '|'].flatMap((bar) =>
    ['▁', '_'].map((line) => `<${bar}${words.replaceAll(' ', line)}${bar}>`),
  )
}

/** The form of calls of both versions, since models of one version also write the other form. */
export const DEEPSEEK_FORM: NamedForm = {
  sections: /* @__PURE__ */ spelled('tool calls begin'),
  begins: /* @__PURE__ */ spelled('tool call begin'),
  separators: /* @__PURE__ */ spelled('tool sep'),
  closes: /* @__PURE__ */ spelled('tool call end'),
  sectionEnds: /* @__PURE__ */ spelled('tool calls end'),
  *callee(source, header) {
    // The older version writes a type, the name, and the arguments in a code fence.
    const name = header === 'function' ? yield* source.name() : ''
    const isWhole = name === '' || (yield* source.peek()) !== ''
    return { name: name === '' ? header : isWhole ? name : '' }
  },
}

export const DEEPSEEK_RESULTS = {
  open: '<｜tool▁output▁begin｜>',
  close: '<｜tool▁output▁end｜>',
}
