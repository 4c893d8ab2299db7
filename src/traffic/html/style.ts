/**
 * Styles of conversations, calls and notices in an element of class `toolwire`, which can be a page or a part
 * of another page. Colours follow the `color-scheme` of the page.
 */
export const STYLE = `
.toolwire{--back:light-dark(#f6f7f9,#12151b);--card:light-dark(#fff,#1a1f28);--ink:light-dark(#1d2330,#e4e8ef);--dim:light-dark(#5d6678,#98a2b5);--line:light-dark(#dfe3ea,#2d3542);--soft:light-dark(#eef1f5,#222935);--user:light-dark(#e7f0ff,#1d2f4d);--good:light-dark(#1a7f4b,#5bcb93);--bad:light-dark(#c0332b,#ff8a80);--warn:light-dark(#8f5d00,#f0bd57);--mark:light-dark(#5b4bc4,#b3a6ff);--warnback:light-dark(#fff6e0,#2e2718);--badback:light-dark(#fdeceb,#351f1f);--markback:light-dark(#efecff,#272341);
color:var(--ink);font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere;
*{box-sizing:border-box}
h2{font-size:17px;margin:0 8px 0 0;display:inline}
p{margin:0}
.dim{color:var(--dim);font-size:13px}
.badge{display:inline-block;border:1px solid currentColor;border-radius:20px;padding:0 8px;font-size:12px;line-height:1.6;color:var(--dim);white-space:nowrap;max-width:100%;overflow:hidden;text-overflow:ellipsis;vertical-align:middle}
.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}.mark{color:var(--mark)}
.said{border-radius:10px;padding:8px 12px;margin:10px 0;background:var(--soft)}
.user{background:var(--user);margin-left:8%}
.assistant,.answer{background:none;border:1px solid var(--line);margin-right:0}
.answer{border-left:4px solid var(--good)}
.role{color:var(--dim);font-size:12px;text-transform:uppercase;letter-spacing:.05em}
.text{white-space:pre-wrap;margin:2px 0}
.thought{color:var(--dim);border-left:3px solid var(--line);padding-left:10px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0;border:1px solid var(--line);border-radius:8px;margin:8px 0;background:var(--card);overflow:hidden}
.pair>div{padding:8px 10px;min-width:0}
.pair>div+div{border-left:1px solid var(--line)}
.pair>.notice{grid-column:1/-1;border-left:0;border-top:1px solid var(--line)}
.pair.there{border-color:var(--mark);background:var(--markback)}
.pair.broken{border-color:var(--bad);background:var(--badback)}
.name{font:600 14px ui-monospace,monospace}
pre{font:13px/1.45 ui-monospace,monospace;white-space:pre-wrap;margin:6px 0 0;max-height:420px;overflow:auto}
details{margin:8px 0}
summary{cursor:pointer;color:var(--dim);font-size:13px}
details pre{background:var(--soft);border-radius:8px;padding:10px}
.notice{background:var(--warnback);border-radius:6px;padding:6px 10px;margin:8px 0;font-size:13px}
.pair>.notice{margin:0;border-radius:0}
.error{background:var(--badback)}
img{max-width:100%;max-height:320px;border-radius:6px;display:block;margin-top:6px}
[hidden]{display:none!important}
@media (max-width:640px){.pair{grid-template-columns:1fr}.pair>div+div{border-left:0;border-top:1px solid var(--line)}.user{margin-left:0}}
@media print{pre{max-height:none}}
}
`

/**
 * Additional styles of a standalone page: one column on a phone, a list next to the records on a larger
 * screen.
 */
export const PAGE_STYLE = `
:root{color-scheme:light dark}
body.toolwire{margin:0;background:var(--back);
header,main,nav{padding:0 16px}
header{padding-top:16px}
h1{font-size:20px;margin:0}
article{background:var(--card);border:1px solid var(--line);border-radius:10px;margin:16px 0;padding:14px;scroll-margin-top:8px}
.search input{font:inherit;width:100%;padding:6px 8px;border:1px solid var(--line);border-radius:6px;background:var(--card);color:inherit}
nav ol{list-style:none;margin:8px 0 24px;padding:0}
nav ol ol{margin:0 0 0 8px;border-left:2px solid var(--line)}
.thread{font-size:13px;font-weight:600;line-height:1.35;padding:8px 8px 2px}
nav a{display:block;padding:5px 8px;border-radius:6px;color:inherit;text-decoration:none;font-size:13px;line-height:1.35}
nav a:hover,nav a:focus-visible{background:var(--soft)}
main{max-width:1100px}
@media (max-width:640px){header,main,nav{padding-left:8px;padding-right:8px}article{padding:10px}}
@media print{nav{display:none}}
}
`
