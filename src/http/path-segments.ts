/** A segment of a path, decoded; what cannot be decoded stays as it is. */
export function decodeSegment(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A text as one segment of a path. Half a surrogate pair, which no URL can hold, becomes the replacement character. */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
}
