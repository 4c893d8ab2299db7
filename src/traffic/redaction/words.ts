/** Abbreviations of the trade that mix letters and digits. They count as words. */
const ABBREVIATIONS =
  /(?<![A-Za-z])(?:a11y|aes(?:128|256)|auth0|b64|base(?:32|58|64)|e2e|ec2|ed25519|[ehrp]s(?:256|384|512)|h2|http2|i18n|k8s|l10n|md5|oauth2|p256|s3|sha(?:1|256|384|512)|utf(?:8|16)|v\d{1,3}|x509)(?![a-z])/gi
/** Digits that people type in place of a value. */
const COUNTING = /1234567890|0123456789|123456789|12345678|123456|12345|1234|123/g

/** Matches the separators of words in sentences, names, paths and references. */
const SEPARATORS = /[^\p{L}\d]+/u
const ALLOWED = /^[\p{L}\d\s._\-/:,|#@+'"()?!&=[\];>*\\~^]*$/u
const SEGMENTS = /\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+(?!\p{Ll})|\d+/gu

/** Maximum length of a word in letters. Longer runs of letters are random. */
const LONGEST_WORD = 20
/** Minimum length of a word that must be pronounceable. Shorter words may be abbreviations. */
const LONG_WORD = 8
const CONSONANTS = /[bcdfghjklmnpqrstvwxz]{6}/i
const VOWEL = /[aeiouyäöüáéíóú]|[\u0250-\uffff]/i

/**
 * Counts the digits in a text that consists of words, as in sentences, names, paths and references:
 * `createToken`, `db-password-v2`, `settings.api_key`. Digits of abbreviations (`oauth2`) and of counting
 * (`1234`) do not count.
 * @returns undefined for text with random letters or digits.
 */
export function digitsInWords(text: string): number | undefined {
  if (!ALLOWED.test(text)) return undefined
  const plain = text.replaceAll(ABBREVIATIONS, 'word').replaceAll(COUNTING, '')
  const parts = plain.split(SEPARATORS).filter((part) => part.length > 0)
  if (!parts.every(isWordPart) || isShredded(parts)) return undefined
  return plain.replaceAll(/\D/g, '').length
}

/** Returns true for a part such as `createToken2`: words in camel case, then at most four digits. */
function isWordPart(part: string): boolean {
  const segments = part.match(SEGMENTS) ?? []
  const letters = segments.filter((segment) => !/\d/.test(segment))
  const numbers = segments.filter((segment) => /\d/.test(segment))
  if (numbers.some((number) => number.length > 4) || numbers.length > 1) return false
  const isInside = numbers.length === 1 && !/\d$/.test(part) && letters.length > 0
  if (isInside && !/\p{Ll}\d\p{Lu}\p{Ll}/u.test(part)) return false
  const length = letters.reduce((sum, { length }) => sum + length, 0)
  if (letters.length > 2 && length / letters.length < 3) return false
  return letters.every(isWord)
}

function isWord(word: string): boolean {
  if (word.length > LONGEST_WORD) return false
  return word.length < LONG_WORD || (VOWEL.test(word) && !CONSONANTS.test(word))
}

/** Returns true for many very short parts, as in base64 with separators. */
function isShredded(parts: readonly string[]): boolean {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return parts.length > 3 && length / parts.length < 2.2
}
