// Words that people search for and a page does not say itself, by page. The search takes them as part of the page's first section.
export const KEYWORDS = {}
