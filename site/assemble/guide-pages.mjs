// The guides: the files in `docs`, and pages made of sections of the README.
import { firstSentence, head, sectionOf } from './markdown.mjs'
import { read } from './sources.mjs'

/** The sections of the README that follow the guarantees on the overview page. */
const OVERVIEW = ['The canonical call', 'With the objects of the official SDKs', 'Runtimes and bundle size']

/** Returns the pages without a file in `docs`: their texts, and the file that their links are relative to. */
export function ownGuides() {
  const readme = read('README.md')
  const summary = readme.split('\n\n')[1]
  const sections = OVERVIEW.map((title) => `## ${title}\n\n${sectionOf(readme, title)}\n`)
  return {
    overview: {
      file: 'README.md',
      text: `# Guarantees\n\n${summary}\n\n${sectionOf(readme, 'Guarantees')}\n\n${sections.join('\n')}`,
    },
    'command-line': {
      file: 'README.md',
      text: `# Command line\n\nThe command \`toolwire\` decodes recordings, logs and requests, and prints their content.\n\n${sectionOf(readme, 'Command line')}\n`,
    },
    changelog: { file: 'CHANGELOG.md', text: read('CHANGELOG.md') },
  }
}

/**
 * Creates the page of a guide.
 * @param keywords search terms of this page.
 */
export function guidePage(text, keywords) {
  return head({ description: firstSentence(text), keywords }) + text
}
