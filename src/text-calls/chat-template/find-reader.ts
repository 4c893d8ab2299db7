import { equalJson } from '../../base/json/write-json.js'
import type { TextDialect } from '../dialect.js'
import { allTextDialects } from '../dialects/all.js'
import { readTextCalls } from '../read-text-calls.js'
import type { CallTexts, ProbeCall } from './call-texts.js'
import type { FormTexts } from './found-form.js'
import type { TemplateGap } from './gaps.js'
import { argumentsForm, objectForm } from './json-forms.js'
import { bracedForm, elementForm, pythonicForm } from './other-forms.js'
import { EMPTY, FIRST, PROBE_TOOLS, SECOND, TYPED } from './probe-calls.js'

/** A reader of the calls that a template writes. */
export interface FoundReader {
  readonly dialect: TextDialect
  /** The id of a built-in dialect that reads these calls, too. */
  readonly builtIn: string | undefined
  /** The arguments and calls that the reader does not read back. */
  readonly gaps: readonly TemplateGap[]
}

const FORMS = [objectForm, argumentsForm, elementForm, bracedForm, pythonicForm]

/**
 * Finds a reader of the calls of a template: the form in the renderings, or a built-in dialect that reads
 * more.
 */
export function findReader(texts: CallTexts): FoundReader | undefined {
  const one = texts.of([FIRST])
  if (one === undefined) return undefined
  const given = texts.of([FIRST, SECOND])
  const two = given?.includes(String(SECOND.arguments.key_one)) ? given : undefined
  const form: FormTexts = {
    one,
    two,
    first: texts.named(FIRST, 0),
    second: texts.named(SECOND, 1),
    end: texts.end,
  }
  const own = FORMS.flatMap((find) => find(form) ?? [])
  const rated = (dialects: readonly TextDialect[]) =>
    dialects
      .filter((dialect) => reads(dialect, one, [FIRST]))
      .map((dialect) => ({ dialect, gaps: gapsOf(dialect, texts, two) }))
      .sort(
        (left, right) =>
          left.gaps.length - right.gaps.length ||
          Number(writes(right.dialect, one)) - Number(writes(left.dialect, one)),
      )
  const [found] = rated(own)
  const [known] = rated(allTextDialects)
  const best = found !== undefined && isAsGood(found, known) ? found : known
  return best && { ...best, builtIn: known?.dialect.id }
}

interface Rated {
  readonly dialect: TextDialect
  readonly gaps: readonly TemplateGap[]
}

/** Returns true if the found form reads as much as the built-in dialect, and begins with a control mark. */
function isAsGood(found: Rated, known: Rated | undefined): boolean {
  if (known === undefined) return true
  const { markers = [] } = found.dialect
  return found.gaps.length <= known.gaps.length && markers.every((mark) => /^[<[\]]/.test(mark))
}

function gapsOf(dialect: TextDialect, texts: CallTexts, two: string | undefined): TemplateGap[] {
  const single = [['no arguments', EMPTY] as const, ...TYPED].flatMap(([name, call]): TemplateGap[] => {
    const text = texts.of([call])
    if (text !== undefined && reads(dialect, text, [call])) return []
    const outcome = text === undefined ? 'cannot be rendered' : 'is not read back'
    return [{ feature: 'arguments', detail: `a call with ${name} ${outcome}` }]
  })
  if (two === undefined || reads(dialect, two, [FIRST, SECOND])) return single
  return [...single, { feature: 'reader', detail: 'two calls of one turn are not read back' }]
}

/** Returns true if the dialect writes the call as the template does. */
function writes({ writeCalls }: TextDialect, one: string): boolean {
  return one.includes(writeCalls([{ ...FIRST, tool: undefined, index: 0 }]).trim())
}

/** Returns true if the dialect reads exactly these calls, and no text. */
function reads(dialect: TextDialect, text: string, calls: readonly ProbeCall[]): boolean {
  const parts = readTextCalls(text, { dialects: [dialect], tools: PROBE_TOOLS, beginsInThinking: false })
  return (
    parts.length === calls.length &&
    parts.every((part, index) => {
      const call = calls[index]
      return (
        part.type === 'tool-call' && part.name === call?.name && equalJson(part.arguments, call.arguments)
      )
    })
  )
}
