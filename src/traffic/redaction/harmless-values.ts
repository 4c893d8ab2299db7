// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates are examples of values
import { digitsInWords } from './words.js'

/**
 * Positions of a value that follows a secret name.
 *
 * - `sent`: a parameter of a request's URL, which was sent with this value.
 * - `member`: a string of JSON, a parameter, a field, an element or a quoted constant: words may be passwords.
 * - `nested`: a value somewhere below a member with a secret name.
 * - `setting`: `NAME=value` in a file of settings or a shell.
 * - `literal`: a quoted string in code.
 * - `code`: an unquoted value in code, YAML or running text.
 */
export type SecretPlace = 'sent' | 'member' | 'nested' | 'setting' | 'literal' | 'code'

/** A class of values that are not secrets, although a secret name precedes them. */
export interface HarmlessClass {
  readonly title: string
  /** The places in which values of the class are harmless. Default: all except `sent`. */
  readonly places?: readonly SecretPlace[]
  readonly examples: readonly string[]
  matches(value: string): boolean
}

/** The expressions of template languages and shells: `${X}`, `{{ x }}`, `<your-key>`, `%X%`, `$X`. */
const TEMPLATES =
  /\$?\$\{\{?[^{}]{0,200}\}?\}|\{\{[^{}]{0,200}\}\}|<%[^%]{0,200}%>|<[^<>]{0,200}>|\{[^{}"']{0,200}\}|#\{[^{}]{0,200}\}|\$\([^()]{0,200}\)|\$[A-Za-z_]\w{0,100}|%[A-Za-z_]\w{0,100}%|@@?[A-Za-z_]\w{0,100}@@?|\[[^[\]]{0,40}\]/g
/** Matches the default in `${X:-default}`, and in `${X:default}`. */
const DEFAULT = /(?::-?|-)([^:}]{1,200})\}$/
const SCHEME = /^(?:basic|bearer|token|digest|api-?key)\s{1,4}/i

const STAND_INS = new RegExp(
  [
    'your',
    'example',
    'sample',
    'dummy',
    'fake',
    'placeholder',
    'change[-_ ]?me',
    'change[-_ ]?it',
    'change[-_ ]?this',
    'replace',
    'todo',
    'fixme',
    'insert',
    'goes[-_ ]?here',
    'fill[-_ ]?in',
    'not[-_ ]?needed',
    'not[-_ ]?set',
    'redacted',
    'removed',
    'masked',
    'hidden',
    'lorem',
    'foo[-_ ]?bar',
  ].join('|'),
  'i',
)

const TYPES =
  /^(?:str(?:ing)?|text|number|int(?:eger)?|bool(?:ean)?|object|array|any|bytes|true|false|null|none|nil|undefined|unknown|required|optional|default|auto|inherit|enabled|disabled|on|off|yes|no|env|file|header|query|path|body|cookie|bearer|basic|digest|http|https|oauth2?|api_?key|jwt|read|write|admin|public|private|never|always|empty|missing|invalid|expired|valid|select|include|omit|same-origin)$/i

/** Names of secrets and of places that hold them. */
const NAMES = /auth|bearer|config|cookie|cred|env|jwt|key|pass|phrase|pwd|secret|settings|token|vault/i

/**
 * The classes. Most have a counterpart in the allowlists of gitleaks
 * (https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml).
 */
export const HARMLESS: readonly HarmlessClass[] = [
  {
    title: 'what redaction wrote',
    places: ['sent', 'member', 'nested', 'setting', 'literal', 'code'],
    examples: ['[redacted]', 'Bearer [redacted]'],
    matches: (value) => value.includes('[redacted]'),
  },
  {
    title: 'references and templates',
    examples: ['${API_KEY}', '${{ secrets.API_KEY }}', '{{ api_key }}', '<your-key>', '$API_KEY', '%KEY%'],
    matches: isTemplate,
  },
  {
    title: 'commands that print the value',
    examples: ['$(op read op://dev/service/key)', '`cat key.txt`'],
    matches: (value) => /^["']?(?:\$\(|`)/.test(value),
  },
  {
    title: 'addresses in a store of secrets',
    examples: [
      'op://vault/item/field',
      'vault:secret/data/app#key',
      'arn:aws:secretsmanager:eu-west-1:1:secret:a',
    ],
    matches: (value) =>
      /^(?:op|vault|env|file|ref|secret|keychain|ssm|gcp|aws|doppler|os\.environ|input)[:/]{1,3}[\w.:/#@${}-]{1,300}$/i.test(
        value,
      ) || /^arn:aws[\w-]{0,10}:/.test(value),
  },
  {
    title: 'versions and addresses of packages',
    examples: ['^9.0.2', '>=3.0.5 <4', 'npm:@scope/secret@1.2.3', 'github:user/secret#v1', 'workspace:*'],
    matches: isVersion,
  },
  {
    title: 'checksums of packages',
    examples: ['sha512-MbEoCEYJSe1ZpxQ==', 'sha256:0123456789abcdef'],
    matches: (value) => /^(?:sha(?:1|256|384|512)|md5)[-:][A-Za-z0-9+/=]{8,200}$/.test(value),
  },
  {
    title: 'URLs without credentials',
    examples: ['https://auth.example.com/oauth/token'],
    matches: (value) => /^(?:https?|wss?):\/\/[\w.-]{1,255}(?::\d{1,5})?(?:\/[^\s?#@]{0,300})?$/i.test(value),
  },
  {
    title: 'paths',
    examples: ['/run/secrets/db_password', './token.txt', '~/.keys/service', '#/components/schemas/Token'],
    matches: (value) =>
      /^(?:[.~#]{0,2}|[A-Za-z]:|[\w.-]{2,60})[/\\][\w ./\\-]{1,300}$/.test(value) && isWords(value),
  },
  {
    title: 'placeholders',
    examples: [
      'your-api-key',
      'changeme',
      '****',
      'xxxxxxxx',
      'sk-...',
      'example-token-123',
      'sk-abc****wxyz',
    ],
    matches: isPlaceholder,
  },
  {
    title: 'types and settings',
    examples: ['string', 'required', 'true', 'header'],
    matches: (value) => TYPES.test(value),
  },
  {
    title: 'commands',
    examples: ['tsx scripts/token2.ts', 'node rotate-secret.mjs'],
    matches: (value) => /^[a-z][\w-]{1,30}\s[^\n]{0,300}[./-]/.test(value) && hasWords(value, 2),
  },
  {
    title: 'rules of forms',
    places: ['literal', 'nested', 'code'],
    examples: ['required|string|min:8'],
    matches: (value) => /^[a-z_]{2,20}\|/.test(value) && isWords(value),
  },
  {
    title: 'names of secrets',
    examples: ['createToken', 'SERVICE_API_KEY', 'db-password-v2', '@token1', 'spring.datasource.password'],
    matches: isNameOfSecret,
  },
  {
    title: 'sentences',
    examples: ['Enter at least 12 characters.', 'API key'],
    matches: (value) => /^\p{Lu}[^\n]{0,300}\s/u.test(value) && hasWords(value, 3),
  },
  {
    title: 'words in code and text',
    places: ['nested', 'literal', 'code'],
    examples: ['postgres', 'session_id', 'tokenizer.encode'],
    matches: (value) => hasWords(value, 0),
  },
  {
    title: 'words of settings, unless they are one long word',
    places: ['setting'],
    examples: ['postgres', 'connect.sid'],
    matches: (value) => hasWords(value, 0) && !/^[A-Za-z]{12,}$|\d{3}$/.test(value),
  },
  {
    title: 'expressions of code',
    places: ['code'],
    examples: ['config.secret2', 'User2.hashed', 'self.token1', 'req?.body1', 'String::from2'],
    matches: (value) =>
      /^[\p{L}_][\w]{0,60}[!?]?(?:(?:\.|::|->)#?[\p{L}_]\w{0,60}[!?]?){1,10}$/u.test(value) && isWords(value),
  },
  {
    title: 'words with numbers below a secret name',
    places: ['nested'],
    examples: ['example1.com', 'cred_1', 'min:12'],
    matches: (value) => hasWords(value, 2),
  },
]

function isWords(value: string): boolean {
  return digitsInWords(value) !== undefined
}

function hasWords(value: string, mostDigits: number): boolean {
  const digits = digitsInWords(value)
  return digits !== undefined && digits <= mostDigits
}

/** Returns true if only words remain of the value without its templates. */
function isTemplate(value: string): boolean {
  const defaults: string[] = []
  const rest = value.replaceAll(TEMPLATES, (template) => {
    const standard = DEFAULT.exec(template)?.[1]
    if (standard !== undefined) defaults.push(standard)
    return ''
  })
  if (rest === value) return false
  return [rest.replace(SCHEME, ''), ...defaults].every((text) => hasWords(text, 2))
}

const PACKAGE =
  /^(?:npm|github|gitlab|bitbucket|git|git\+\w{3,5}|workspace|link|portal|patch|catalog|jsr):[\w.:@/#*^~+-]{0,300}$/
const VERSION =
  /^(?:(?:^|\s{0,2}(?:\|\||,|-)?\s{0,2})(?:[<>=~^!v]{0,3}\s?)(?:\d{1,8}(?:\.(?:\d{1,8}|[x*])){1,3}(?:[-+.][A-Za-z][\w.+-]{0,40})?|\d{1,3}(?=\s|$)|\*|latest|next)){1,6}$/

function isVersion(value: string): boolean {
  return PACKAGE.test(value) || VERSION.test(value)
}

/** Returns true for a text that stands for a key in an example. */
export function isPlaceholder(value: string): boolean {
  if (/\*{3}|\.{3}|…|•{3}|x{8}|X{8}|_{4}|#{4}/.test(value) || /^(.)\1{2,200}$/u.test(value)) return true
  if (/EXAMPLE(?:KEY)?$/.test(value)) return true
  return STAND_INS.test(value) && isWords(value)
}

/** Returns true for the name of a secret, with up to two digits: `AUTH_TOKEN2`. `password123` is a password. */
function isNameOfSecret(value: string): boolean {
  if (/\d{3}$/.test(value)) return false
  const plain = value.replace(/^[:@%&?!#]{1,2}(?=[A-Za-z_])/, '').replace(/[!?;,.:@%]{1,2}$/, '')
  return /^[\w.:/-]*$/.test(plain) && NAMES.test(plain) && hasWords(plain, 2)
}
