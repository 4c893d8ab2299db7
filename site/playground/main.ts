import { mountPlayground } from './mount.js'

const element = document.getElementById('playground')
if (element !== null) mountPlayground(element)
