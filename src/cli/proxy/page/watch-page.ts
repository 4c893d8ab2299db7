import { createHash } from 'node:crypto'
import { html, Markup } from '../../../traffic/html/markup.js'
import { PAGE_STYLE, STYLE } from '../../../traffic/html/style.js'
import { PAGE_SCRIPT } from './page-script.js'

const OWN_STYLE = `
body.toolwire{
header{display:flex;gap:12px;align-items:baseline;flex-wrap:wrap}
main:focus{outline:none}
h3{font-size:13px;margin:0;color:var(--dim)}
.facts span:not(:last-child)::after{content:" · "}
.sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:16px;margin-top:12px}
.sides .user{margin-left:0}
.sides .pair{grid-template-columns:1fr}
.sides .pair>div+div{border-left:0;border-top:1px solid var(--line)}
nav .download{display:inline-block;padding:0 8px 2px;text-decoration:underline}
nav [aria-current]{background:var(--card);box-shadow:inset 3px 0 var(--mark)}
main{max-width:none}
@media (min-width:1000px){&{display:grid;grid-template-columns:300px minmax(0,1fr)}header{grid-column:1/-1}nav{position:sticky;top:0;max-height:100vh;overflow:auto;align-self:start;padding-top:8px}main{padding-left:0}}
@media (max-width:999px){nav{max-height:45vh;overflow:auto;border-bottom:1px solid var(--line);padding-top:8px}}
@media (max-width:640px){.sides{grid-template-columns:minmax(0,1fr)}}
}
`
const style = STYLE + PAGE_STYLE + OWN_STYLE

/**
 * The script is not a tagged template, because bundlers that escape `</script` in tagged templates would need
 * a package at run time.
 */
const SCRIPT = new Markup(['<script>', PAGE_SCRIPT, '</script>'].join(''))

/** The page without turns, which are loaded later. */
export const WATCH_PAGE: string = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Toolwire proxy</title><style>${new Markup(style)}</style></head>
<body class="toolwire"><header><h1>Toolwire proxy</h1><span id="state" class="dim" role="status">not connected</span></header>
<nav aria-label="Conversations"><p class="search"><input id="search" type="search" placeholder="Search" aria-label="Search in the turns"></p><p><a href="#">Follow the newest turn</a></p><div id="list"></div></nav>
<main id="turn" tabindex="-1" aria-label="Turn"><p class="dim">Nothing was asked yet.</p></main>${SCRIPT}</body></html>
`.text

/** Only code in the page runs, and only resources of its server are loaded. */
const POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(PAGE_SCRIPT)}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of each answer of the page's server. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
