/** The style of the page, in the colours of the house; dark or light as the reader's system is. */
export const docsStyle = `
:root { color-scheme: dark light;
  --page: light-dark(oklch(97.5% .011 260), oklch(19% .025 260)); --panel: light-dark(#fff, oklch(23.5% .026 258));
  --ink: light-dark(oklch(41.9% .053 256), oklch(93% .012 250)); --ink-2: light-dark(oklch(46% .05 256), oklch(75% .012 250));
  --line: color-mix(in oklab, var(--ink) 16%, transparent); --primary: light-dark(oklch(56.9% .255 257.6), oklch(72% .155 245));
  --get: light-dark(oklch(44% .12 145), oklch(78% .17 145)); --write: light-dark(oklch(47% .145 44), oklch(82% .12 60)); }
* { box-sizing: border-box }
html { scroll-padding-top: 16px }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 14px/20px "Archivo Variable", "Archivo", system-ui, sans-serif; font-variant-numeric: tabular-nums }
a { color: inherit; text-decoration-color: var(--primary); text-underline-offset: 3px }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
header, main { max-width: 1240px; margin: 0 auto; padding: 24px }
header { padding-bottom: 0 }
main { display: grid; grid-template-columns: 264px minmax(0, 1fr); gap: 24px; align-items: start }
h1 { font-size: 26px; line-height: 30px; margin: 0 0 8px }
h2 { font-size: 20px; line-height: 24px; margin: 32px 0 12px }
h2:first-child { margin-top: 0 }
h3 { font-size: 16px; line-height: 22px; margin: 0; overflow-wrap: anywhere }
h4 { font-size: 12px; line-height: 16px; margin: 16px 0 4px; color: var(--ink-2) }
p { margin: 4px 0; max-width: 80ch } .quiet, i { color: var(--ink-2) } i { font-style: normal }
nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; padding-block: 24px; margin-top: -24px }
nav ul { list-style: none; margin: 4px 0 16px; padding: 0 } nav li { padding: 3px 0; overflow-wrap: anywhere }
section > article { background: var(--panel); border: 1px solid var(--line); border-radius: 4px; padding: 16px; margin-bottom: 16px }
code, pre { font: 13px/19px ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; padding: 12px; background: var(--page); border: 1px solid var(--line); border-radius: 4px }
h3 b { font-size: 13px; margin-right: 8px; color: var(--write) } h3 b.get { color: var(--get) }
table { border-collapse: collapse; width: 100% } td { border-top: 1px solid var(--line); padding: 6px 12px 6px 0; vertical-align: top }
td:first-child { white-space: nowrap; width: 1% } tr:first-child td { border-top: 0 }
details { margin-top: 12px } summary { cursor: pointer; color: var(--ink-2) } details[open] > summary { margin-bottom: 8px }
@media (max-width: 800px) { main { grid-template-columns: minmax(0, 1fr) } nav { position: static; max-height: none; padding-block: 0; margin: 0 }
  header, main { padding-inline: 16px } td { display: block; padding-block: 2px } td + td { border-top: 0; padding-bottom: 8px } td:first-child { padding-top: 8px; width: auto } }
`
