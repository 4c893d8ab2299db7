/** Whether a path is the one a JSON Pointer names, `*` standing for any one token. */
export function matchesPointer(pattern: string, path: readonly string[]): boolean {
  const tokens = pattern.split('/').slice(1)
  return (
    tokens.length === path.length &&
    tokens.every((token, index) => token === '*' || unescapeToken(token) === path[index])
  )
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}
