import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue'

// Loaded when the page is opened. It is a glob, so that the site can also be built without the playground.
const modules = import.meta.glob<{ readonly mountPlayground: (element: HTMLElement) => () => void }>(
  '../../playground/mount.ts',
)
const loads = Object.values(modules)

/** The place of the playground, which builds its own elements. */
export const Playground = defineComponent({
  setup() {
    const place = ref<HTMLElement>()
    let unmount: (() => void) | undefined
    onMounted(async () => {
      for (const load of loads) {
        const { mountPlayground } = await load()
        if (place.value) unmount = mountPlayground(place.value)
      }
    })
    onBeforeUnmount(() => unmount?.())
    return () =>
      loads.length > 0
        ? h('div', { ref: place, class: 'playground' })
        : h('p', { class: 'playground' }, 'This build of the site has no playground.')
  },
})
