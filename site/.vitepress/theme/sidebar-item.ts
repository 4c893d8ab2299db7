import { type DefaultTheme, useData, withBase } from 'vitepress'
import { computed, defineComponent, h, type PropType, ref, type VNode, watch } from 'vue'

type Item = DefaultTheme.SidebarItem

/**
 * A menu entry with its children. It replaces the theme's component, which nests buttons in buttons and
 * renders all entries on every page, including those of closed sections.
 */
const SidebarItem = defineComponent({
  name: 'SidebarItem',
  props: {
    item: { type: Object as PropType<Item>, required: true },
    depth: { type: Number, required: true },
  },
  setup(props) {
    const { page } = useData()
    const here = computed(() => `/${page.value.relativePath.replace(/(^|\/)index\.md$|\.md$/, '$1')}`)
    const isOpen = ref(props.item.collapsed !== true || holds(props.item, here.value))
    watch(here, (address) => {
      if (holds(props.item, address)) isOpen.value = true
    })
    const toggle = () => {
      isOpen.value = !isOpen.value
    }
    return () => {
      const { item, depth } = props
      const level = `menu-level-${depth}`
      if (item.items === undefined) return link(item, here.value, level)
      // The theme puts adjacent entries without a section into an unnamed one.
      if (item.text === undefined) return h('div', { class: 'menu-items' }, below(item.items, depth))
      return h('div', { class: ['menu-section', level] }, [
        item.link === undefined
          ? h(
              'button',
              { type: 'button', class: 'menu-head', 'aria-expanded': isOpen.value, onClick: toggle },
              [item.text, arrow()],
            )
          : h('div', { class: 'menu-row' }, [
              link(item, here.value, level),
              opener(item, isOpen.value, toggle),
            ]),
        isOpen.value && h('div', { class: 'menu-items' }, below(item.items, depth + 1)),
      ])
    }
  },
})

function below(items: Item[], depth: number): VNode[] {
  return items.map((item) =>
    h(SidebarItem, { ...(item.text !== undefined && { key: item.text }), item, depth }),
  )
}

function holds({ link: address, items = [] }: Item, here: string): boolean {
  return address === here || items.some((item) => holds(item, here))
}

function link({ text, link: address = '' }: Item, here: string, level: string): VNode {
  const isHere = address === here
  return h(
    'a',
    { class: ['menu-link', level], href: withBase(address), 'aria-current': isHere ? 'page' : undefined },
    text,
  )
}

function opener({ text }: Item, isOpen: boolean, onClick: () => void): VNode {
  const label = `Pages of ${text}`
  return h(
    'button',
    { type: 'button', class: 'menu-open', 'aria-expanded': isOpen, 'aria-label': label, onClick },
    [arrow()],
  )
}

function arrow(): VNode {
  return h('span', { class: 'vpi-chevron-right menu-arrow', 'aria-hidden': 'true' })
}

export default SidebarItem
