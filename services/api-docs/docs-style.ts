/** The light themes of the site; all others are dark. */
const light = 'winter cyberpunk cupcake retro lofi valentine garden acid bumblebee'
const lightThemes = light
  .split(' ')
  .map((theme) => `[data-theme=${theme}]`)
  .join()

/**
 * The style of the page, in the colours of the site's default themes, dark or light like the chosen theme or else the
 * system.
 */
export const docsStyle = `
:root { color-scheme: dark light;
  --page: light-dark(oklch(97.466% .011 259.8), oklch(19% .025 260)); --panel: light-dark(#fff, oklch(23.5% .026 258));
  --well: light-dark(oklch(97.466% .011 259.8), oklch(15% .022 262));
  --ink: light-dark(oklch(41.886% .053 255.8), oklch(93% .012 250)); --ink-2: light-dark(oklch(46% .05 256), oklch(75% .012 250));
  --line: color-mix(in oklab, var(--ink) 16%, transparent); --primary: light-dark(oklch(56.86% .255 257.6), oklch(72% .155 245));
  --get: light-dark(oklch(44% .12 145), oklch(78% .17 145)); --write: light-dark(oklch(47% .145 44), oklch(82% .12 60)) }
[data-theme] { color-scheme: dark }
${lightThemes} { color-scheme: light }
* { box-sizing: border-box }
[hidden] { display: none !important }
html { overflow-y: scroll }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; background: var(--page); color: var(--ink);
  font: 14px/20px "Archivo Variable", system-ui, sans-serif; font-variant-numeric: tabular-nums; word-spacing: .05em }
a { color: inherit; text-decoration-color: var(--primary); text-underline-offset: 3px }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
header, footer { background: var(--panel); border-bottom: 1px solid var(--line) }
footer { border: 0; border-top: 1px solid var(--line); margin-top: 40px }
header nav, main, footer div { max-width: 1240px; width: 100%; margin: 0 auto; padding: 0 24px }
header nav { display: flex; align-items: center; gap: 20px; height: 52px; font-weight: 600 }
header a { text-decoration: none; line-height: 40px } header a:hover { text-decoration: underline; text-decoration-color: var(--primary) }
.logo { display: flex; align-items: center; gap: 10px; font-size: 16px; font-weight: 800; font-stretch: 112%; letter-spacing: -.02em }
footer div { display: flex; flex-wrap: wrap; gap: 8px 20px; padding-block: 24px; font-size: 13px; color: var(--ink-2) }
main { flex-grow: 1; padding-top: 24px }
h1 { font-size: 34px; line-height: 38px; font-weight: 800; font-stretch: 125%; margin: 0 0 8px }
h2 { font-size: 16px; line-height: 22px; font-stretch: 112%; margin: 32px 0 12px; scroll-margin-top: 76px }
h3 { font-size: 12px; line-height: 16px; margin: 20px 0 6px; color: var(--ink-2) }
p { margin: 4px 0; max-width: 80ch } i { font-style: normal; color: var(--ink-2) }
.bar { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 24px;
  margin-top: 12px; padding: 8px 0; background: var(--page); border-bottom: 1px solid var(--line) }
.bar ul { display: flex; flex-wrap: wrap; gap: 0 20px; list-style: none; margin: 0; padding: 0 } .bar a { display: block; padding: 10px 0 }
search { display: flex; align-items: center; gap: 12px } [role=status] { color: var(--ink-2); font-size: 13px; order: -1 } [role=status]:empty { display: none }
input { width: 280px; height: 40px; padding: 0 12px; font: inherit; color: inherit; background: var(--panel);
  border: 1px solid color-mix(in oklab, var(--ink) 45%, transparent); border-radius: 4px }
input::placeholder { color: var(--ink-2); opacity: 1 }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 4px; overflow: clip } .text { padding: 12px 16px }
details + details { border-top: 1px solid var(--line) }
summary { display: grid; grid-template-columns: 52px minmax(0, 26rem) minmax(0, 1fr); align-items: baseline; gap: 0 16px; min-height: 40px;
  position: relative; padding: 10px 40px 10px 16px; cursor: pointer; list-style: none }
summary::after { content: ""; position: absolute; right: 18px; top: 14px; width: 7px; height: 7px; rotate: 45deg;
  border: solid var(--ink-2); border-width: 0 1.5px 1.5px 0 }
[open] > summary::after { top: 18px; rotate: 225deg }
summary::-webkit-details-marker { display: none }
summary > code:first-child { grid-column: 1 / -1 }
summary:hover, [open] > summary { background: color-mix(in oklab, var(--ink) 6%, transparent) }
summary:focus-visible { outline-offset: -2px }
summary > code { font-weight: 600; overflow-wrap: anywhere } summary span { color: var(--ink-2) }
summary b { font-size: 12px; color: var(--write) } summary b.get { color: var(--get) }
article { padding: 12px 16px 16px; border-top: 1px solid var(--line); scroll-margin-top: 116px } .here { margin-top: 16px; font-size: 13px }
code, pre { font: 13px/19px ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; padding: 12px; background: var(--well); border: 1px solid var(--line); border-radius: 2px }
table { border-collapse: collapse; width: 100% } td { border-top: 1px solid var(--line); padding: 6px 12px 6px 0; vertical-align: top }
td:first-child { white-space: nowrap; width: 1% } tr:first-child td { border-top: 0 }
@media (max-width: 767px) { header nav, main, footer div { padding-inline: 16px } main { padding-top: 16px } header nav { gap: 16px } .wide { display: none }
  summary { grid-template-columns: 52px minmax(0, 1fr); gap: 0 8px } summary span { grid-column: 2 }
  .bar { position: static } search { width: 100% } input { flex-grow: 1; width: 0; font-size: 16px; height: 44px }
  [role=status] { order: 0 } h2 { scroll-margin-top: 12px } article { scroll-margin-top: 140px }
  td { display: block; padding-block: 2px } td + td { border-top: 0; padding-bottom: 8px } td:first-child { padding-top: 8px; width: auto; white-space: normal; overflow-wrap: anywhere } }
@media print { .bar, header, footer, .here { display: none } }
`
