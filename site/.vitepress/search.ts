import type { DefaultTheme } from 'vitepress'

/** The search runs in the browser, over an index that is built with the site. */
export const search: NonNullable<DefaultTheme.Config['search']> = { provider: 'local' }
