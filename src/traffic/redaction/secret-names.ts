/** Ends of names whose value is a secret whatever it looks like, written together and in lower case. */
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

/** Tokens that are places in a list, or pieces of text. */
const HARMLESS_TOKEN =
  /(?:page|pagination|next|prev|previous|continue|continuation|cursor|marker|offset|resume|resumption|skip|sync|watch|change|start|stop|end|eos|bos|eot|pad|padding|unk|unknown|mask|sep|cls|special|first|last|current|new|max|min|per|input|output|prompt|completion|text|image|audio|cached|thinking|reasoning|forced)token$/

const PLURAL = /(?<=key|secret|password|credential|cookie|(?:access|api|auth|bearer|refresh)token)s$/

/** One of these is in every secret name; most names are done with it. */
const HINT = /auth|bearer|cookie|credential|jwt|key|pass|secret|string|token|url/i

/** Longer names are told by their ends. */
const LONGEST_NAME = 200

/** Whether a member, header, field or variable of this name holds a secret: `secretAccessKey`, `X-Api-Key`, `GITHUB_TOKEN`. */
export function isSecretName(name: string): boolean {
  if (!HINT.test(name)) return false
  const words = together(name).replace(PLURAL, '')
  return SECRET_NAME.test(words) && !HARMLESS_TOKEN.test(words)
}

/** Whether a number of this name may be a count rather than a secret. */
export function isTokenName(name: string): boolean {
  return /tokens?$/.test(together(name))
}

function together(name: string): string {
  return name
    .slice(-LONGEST_NAME)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
}

/** Parameters that sign a URL or name a session, in the URL of a request and in links. */
const SIGNED_PARAMETER =
  /^(?:[a-z]{0,20}access(?:key)?id|(?:client_)?assertion|hmac|[a-z]{0,10}session_?id|session|sig|signature|x-(?:amz|goog)-(?:credential|signature|security-token))$/i
/** What a request's own URL or form calls its secrets; in links these are ordinary words. */
const OWN_PARAMETER = /^(?:auth|code|key|pass|pwd)$/i

export type ParameterPlace = 'own' | 'link'

/** Whether a parameter of a query, a fragment or a form holds a secret. The name may be percent-encoded. */
export function isSecretParameter(name: string, place: ParameterPlace): boolean {
  const plain = decodePercent(name.slice(-LONGEST_NAME))
  return isSecretName(plain) || SIGNED_PARAMETER.test(plain) || (place === 'own' && OWN_PARAMETER.test(plain))
}

/** Also where the encoding is broken: then only what can be decoded is. */
export function decodePercent(text: string): string {
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2}){1,100}/g, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}

/** Headers that may carry a credential, whether or not they are kept. */
export function isCredentialHeader(name: string): boolean {
  return isSecretName(name) || /auth|cookie|credential|key|passw|secret|session|token/i.test(name)
}
