// The menu of the site, as the theme takes it, out of `menu.mjs` and what the pages are.
import { GUIDES } from '../menu.mjs'
import { noticeMenu } from './notice-pages.mjs'

/**
 * Creates the menu of the site.
 * @param titles the heading of each guide, by its name.
 */
export function sidebar(titles, adapters, codes) {
  const guides = guideItems(titles)
  const formats = adapterItems(adapters)
  return {
    '/guides/': [...guides, ...formats],
    '/wires/': [...formats, ...guides],
    '/formats/': [...formats, ...guides],
    '/notices/': noticeItems(codes),
  }
}

function guideItems(titles) {
  return GUIDES.map(({ text, collapsed, items }) => ({
    text,
    collapsed,
    items: items.map(({ name, text: short }) => ({
      text: short ?? titles.get(name),
      link: `/guides/${name}`,
    })),
  }))
}

function adapterItems(adapters) {
  const list = (isWire) => adapters.filter((adapter) => adapter.isWire === isWire)
  const items = (folder, all) => [
    { text: folder === 'wires' ? 'All wires' : 'All formats', link: `/${folder}/` },
    ...all.map(({ id, title }) => ({ text: shortTitle(title), link: `/${folder}/${id}` })),
  ]
  return [
    { text: 'Wires', collapsed: true, items: items('wires', list(true)) },
    { text: 'Formats', collapsed: true, items: items('formats', list(false)) },
  ]
}

function shortTitle(title) {
  return title.replace(' and compatible servers', '')
}

function noticeItems(codes) {
  return [
    { text: 'All notices', link: '/notices/' },
    ...noticeMenu(codes).map(({ text, items }) => ({
      text,
      collapsed: items.length > 20,
      items: items.map((code) => ({ text: code, link: `/notices/${code}` })),
    })),
  ]
}
