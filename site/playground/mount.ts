import { STYLE } from '../../src/traffic/html/style.js'
import { Playground } from './playground.js'
import './style.css'

/**
 * Mounts the playground in an element. It fills the element until it is unmounted.
 * @returns a function that unmounts the playground, with its worker and its listeners.
 */
export function mountPlayground(element: HTMLElement): () => void {
  const style = document.createElement('style')
  style.textContent = STYLE
  document.head.prepend(style)
  const playground = new Playground(element)
  const openShared = () => void playground.openShared(location.hash)
  addEventListener('hashchange', openShared)
  openShared()
  return () => {
    removeEventListener('hashchange', openShared)
    playground.close()
    style.remove()
  }
}
