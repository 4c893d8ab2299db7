import { at } from '../../base/json/read-json.js'
import { jsonSpans, spanPath } from '../../base/json/spans.js'
import type { Replacement } from './replacements.js'
import { jsonDocuments, secretsIn } from './secrets.js'

/** A secret in a text. */
export interface FoundSecret {
  readonly start: number
  readonly end: number
  /** The shape of the key, or the kind of place in which it was found. */
  readonly rule: string
  /** The JSON Pointer of the value that contains it, if the text or its line is JSON. */
  readonly pointer?: string | undefined
}

/** Returns the secrets that redaction would replace in a text, in order. Documents in the text are separate. */
export function findSecrets(text: string): readonly FoundSecret[] {
  // An empty string between the parts of a secret is replaced, too.
  const secrets = secretsIn(text, { echoes: [], named: new Set() }).filter(({ start, end }) => start < end)
  const pointers = pointersOf(text, secrets)
  return secrets.map(({ start, end, rule = 'named-value' }, index) => {
    const pointer = pointers.get(index)
    return pointer === undefined ? { start, end, rule } : { start, end, rule, pointer }
  })
}

/** Returns the pointers of the secrets in JSON by their indexes. The text is read once. */
function pointersOf(text: string, secrets: readonly Replacement[]): ReadonlyMap<number, string> {
  const pointers = new Map<number, string>()
  let index = 0
  for (const document of secrets.length === 0 ? [] : jsonDocuments(text))
    for (const span of jsonSpans(text.slice(document.start, document.end), document.start)) {
      if (/[{[]/.test(text[span.start] ?? '')) continue
      while ((secrets[index]?.start ?? Number.POSITIVE_INFINITY) < span.start) index += 1
      for (; (secrets[index]?.start ?? Number.POSITIVE_INFINITY) < span.end; index += 1) {
        const path = spanPath(span)
        if (path !== undefined) pointers.set(index, path.reduce(at, ''))
      }
    }
  return pointers
}
