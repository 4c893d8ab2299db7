/**
 * The script of the page, which shows the data sent by the proxy. It contains no `<`, so no part of it can be
 * parsed as a tag.
 */
export const PAGE_SCRIPT = `
const element = (id) => document.getElementById(id)
const field = element('search'), state = element('state')
const newestFills = new Map()
let newest

// Only the answer to the latest request is shown. The focus is restored.
const fill = async (id, path) => {
  const mine = {}
  newestFills.set(id, mine)
  const text = await fetch(path).then((response) => response.text()).catch(() => undefined)
  const place = element(id)
  if (text === undefined || place === null || newestFills.get(id) !== mine) return
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null
  place.innerHTML = text
  if (focused !== null) place.querySelector('[href="' + CSS.escape(focused) + '"]')?.focus()
  mark()
}
const chosen = () => location.hash.slice(1) || newest
const mark = () => {
  for (const link of document.querySelectorAll('nav a[href^="#"]'))
    if ([location.hash.slice(1), String(chosen())].includes(link.hash.slice(1))) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
}
const showList = () => fill('list', 'list?search=' + encodeURIComponent(field.value))
const showTurn = () => chosen() === undefined ? undefined : fill('turn', 'turns/' + encodeURIComponent(chosen()))

field.addEventListener('input', showList)
addEventListener('hashchange', async () => {
  await showTurn()
  if (location.hash.length > 1) element('turn').focus()
})
const source = new EventSource('events')
source.onopen = () => { state.textContent = 'live' }
source.onerror = () => { state.textContent = 'the proxy cannot be reached' }
source.onmessage = async ({ data }) => {
  const { latest, changed } = JSON.parse(data)
  const isOther = location.hash.length > 1 ? newest === undefined : latest !== newest
  newest = latest
  await showList()
  const stage = changed[chosen()]
  if (isOther) return showTurn()
  if (stage === undefined) return
  const before = element('turn').querySelector('article')?.dataset.stage
  if (stage === 'answering' && stage === before) return fill('live', 'turns/' + chosen() + '/answer')
  return showTurn()
}
`
