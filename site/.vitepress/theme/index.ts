import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { Playground } from './playground'
import './tokens.css'
import './pages.css'
import './menu.css'
import './home.css'

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Playground', Playground)
  },
} satisfies Theme
