import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue'

/** The container of the playground, which builds its elements. It is loaded when the page is opened. */
export const Playground = defineComponent({
  setup() {
    const place = ref<HTMLElement>()
    let isLeft = false
    let unmount: (() => void) | undefined
    onMounted(async () => {
      const { mountPlayground } = await import('../../playground/mount.js')
      if (place.value !== undefined && !isLeft) unmount = mountPlayground(place.value)
    })
    onBeforeUnmount(() => {
      isLeft = true
      unmount?.()
    })
    return () =>
      h('main', { class: 'playground' }, [
        h('h1', { class: 'visually-hidden' }, 'Playground'),
        h('div', { ref: place }),
      ])
  },
})
