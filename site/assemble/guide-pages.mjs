// The guides: the files in `docs`, and the changelog.
import { firstSentence, head } from './markdown.mjs'
import { read } from './sources.mjs'

/** A table of five columns or more needs the room of the outline. */
const WIDE_TABLE = /^\|(?: ?:?-+:? ?\|){5}/m

/** Returns the pages without a file in `docs`: their texts, and the file that their links are relative to. */
export function ownGuides() {
  return { changelog: { file: 'CHANGELOG.md', text: read('CHANGELOG.md') } }
}

/**
 * Creates the page of a guide.
 * @param keywords search terms of this page.
 */
export function guidePage(text, keywords) {
  const aside = WIDE_TABLE.test(text) ? false : undefined
  return head({ description: firstSentence(text), keywords, aside }) + text
}
