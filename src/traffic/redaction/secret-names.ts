/** Matches endings of names whose value is always a secret, without separators and in lower case. */
const SECRET_NAME = new RegExp(
  `(?:${[
    'authorization',
    'apikey',
    '(?:access|account|auth|app|client|encryption|function|functions|license|master|private|secret|service|shared|signing|subscription)key',
    'accesskeyid',
    'apikeystring',
    'bearer',
    'connectionstring',
    'cookie',
    'credential',
    'jwt',
    'passcode',
    'passphrase',
    'passwd',
    'password',
    'secret',
    'token',
    'webhookurl',
  ].join('|')})$`,
)

/** Matches names of tokens that are positions in a list or pieces of text. */
const HARMLESS_TOKEN =
  /(?:page|pagination|next|prev|previous|continue|continuation|cursor|marker|offset|resume|resumption|skip|sync|watch|change|start|stop|end|eos|bos|eot|pad|padding|unk|unknown|mask|sep|cls|special|first|last|current|new|max|min|per|input|output|prompt|completion|text|image|audio|cached|thinking|reasoning|forced)token$/

const PLURAL = /(?<=key|secret|password|credential|cookie|(?:access|api|auth|bearer|refresh)token)s$/

/** Matches a part of every secret name. Most names fail this quick test. */
const HINT = /auth|bearer|cookie|credential|jwt|key|pass|pwd|secret|string|token|url/i

/** Maximum tested length of a name. Only the end of a longer name is tested. */
const LONGEST_NAME = 200

/**
 * Returns true if a member, header, field or variable with this name holds a secret: `secretAccessKey`,
 * `X-Api-Key`, `GITHUB_TOKEN`.
 */
export function isSecretName(name: string): boolean {
  if (!HINT.test(name)) return false
  if (isWeakName(name)) return true
  const words = together(name).replace(PLURAL, '')
  return SECRET_NAME.test(words) && !HARMLESS_TOKEN.test(words)
}

/**
 * Returns true for short names of passwords, which also name other values: `db_pass`, `PWD`, `firstPass`. Words with
 * these names are not secret.
 */
export function isWeakName(name: string): boolean {
  const end = name.slice(-LONGEST_NAME)
  return /(?:^|[_.-])(?:pass|pwd)$/i.test(end) || /[a-z](?:Pass|Pwd)$/.test(end)
}

/** Returns true if a number with this name may be a count rather than a secret. */
export function isTokenName(name: string): boolean {
  return /tokens?$/.test(together(name))
}

function together(name: string): string {
  return name
    .slice(-LONGEST_NAME)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
}

/** Matches parameters that sign a URL or identify a session, in request URLs and in links. */
const SIGNED_PARAMETER =
  /^(?:[a-z]{0,20}access(?:key)?id|(?:client_)?assertion|hmac|[a-z]{0,10}session_?id|session|sig|signature|x-(?:amz|goog)-(?:credential|signature|security-token))$/i
/** Matches names of secrets in a request's URL or form. In links these names are ordinary words. */
const OWN_PARAMETER = /^(?:auth|code|key|pass|pwd)$/i

/** `sent`: the URL of a request. `form`: a body. `link`: a URL in a text. */
export type ParameterPlace = 'sent' | 'form' | 'link'

/**
 * Returns true if a parameter of a query, a fragment or a form holds a secret. The name may be
 * percent-encoded.
 */
export function isSecretParameter(name: string, place: ParameterPlace): boolean {
  const plain = decodePercent(name.slice(-LONGEST_NAME))
  return (
    isSecretName(plain) || SIGNED_PARAMETER.test(plain) || (place !== 'link' && OWN_PARAMETER.test(plain))
  )
}

/** Decodes percent-encoding. Invalid sequences are left unchanged. */
export function decodePercent(text: string): string {
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2}){1,100}/g, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}

/** Returns true for headers that may contain a credential, whether they are kept or not. */
export function isCredentialHeader(name: string): boolean {
  return isSecretName(name) || /auth|cookie|credential|key|passw|secret|session|token/i.test(name)
}
