/** A part of a multipart body: its field's name, and where its content stands. */
export interface Part {
  readonly name: string
  readonly start: number
  readonly end: number
}

const OPENING = /^(?:\r?\n)?(--[^\r\n]{1,200})\r?\n/
const LONGEST_HEADERS = 4000
const HEADERS_END = /\r?\n\r?\n/
const FIELD_NAME = /content-disposition:[^\r\n]{0,500}?[;\s]name="?([^";\r\n]{0,200})/i

/** The parts of a multipart body (https://www.rfc-editor.org/rfc/rfc7578), or undefined when the text is none. */
export function multipartParts(text: string): Part[] | undefined {
  const [opening, boundary] = OPENING.exec(text) ?? []
  if (opening === undefined || boundary === undefined) return undefined
  if (!FIELD_NAME.test(text.slice(0, LONGEST_HEADERS))) return undefined
  const parts: Part[] = []
  for (let from = opening.length; from < text.length; ) {
    const next = text.indexOf(`\n${boundary}`, from)
    const end = next === -1 ? text.length : next
    const headers = text.slice(from, Math.min(from + LONGEST_HEADERS, end))
    const headersEnd = HEADERS_END.exec(headers)
    const start = from + (headersEnd ? headersEnd.index + headersEnd[0].length : 0)
    const contentEnd = text[end - 1] === '\r' ? end - 1 : end
    parts.push({ name: FIELD_NAME.exec(headers)?.[1] ?? '', start, end: contentEnd })
    from = next === -1 ? text.length : next + 1 + boundary.length
  }
  return parts
}
