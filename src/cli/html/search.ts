import { createHash } from 'node:crypto'

/**
 * The only script of the page. It shows the records that contain all words of a search. It contains no `<`,
 * so no part of it can be parsed as a tag. The search field is hidden until the script runs.
 */
export const SEARCH = `
const field = document.getElementById('search')
const found = document.getElementById('found')
const rows = Array.from(document.querySelectorAll('nav a'), (link) => {
  const item = link.parentElement
  const group = item.parentElement.parentElement.closest('nav li')
  return { item, group, article: document.querySelector(link.getAttribute('href')), text: undefined }
})
const textOf = (row) => {
  const title = row.group?.querySelector('.thread')?.textContent ?? ''
  row.text ??= (title + ' ' + row.item.textContent + ' ' + row.article.textContent).toLowerCase()
  return row.text
}
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const shown = rows.filter((row) => words.every((word) => textOf(row).includes(word)))
  for (const row of rows) row.item.hidden = row.article.hidden = !shown.includes(row)
  for (const { group } of rows) if (group) group.hidden = !group.querySelector('li:not([hidden])')
  found.textContent = words.length === 0 ? '' : shown.length + ' of ' + rows.length
})
field.parentElement.hidden = false
`

/** The script's hash, in the form that a content security policy uses. */
export const SEARCH_HASH = `sha256-${createHash('sha256').update(SEARCH).digest('base64')}`
