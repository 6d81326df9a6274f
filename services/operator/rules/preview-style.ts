/** The look of the site, arrow-blue or for light screens and paper winter, in a file that loads nothing. */
export const previewStyle = `
:root {
  color-scheme: dark;
  --page: oklch(19% 0.025 260); --panel: oklch(23.5% 0.026 258); --ink: oklch(93% 0.012 250);
  --ink-2: oklch(75% 0.012 250); --line: color-mix(in oklab, var(--ink) 13%, transparent);
  --primary: oklch(72% 0.155 245); --up: oklch(80% 0.17 150); --down: oklch(76% 0.15 20); --gold: oklch(83% 0.155 84);
  --bar: oklch(15% 0.022 262); --radius: 0.25rem;
}
@media (prefers-color-scheme: light), print {
  :root {
    color-scheme: light;
    --page: oklch(97.466% 0.011 259.822); --panel: oklch(100% 0 0); --ink: oklch(41.886% 0.053 255.824);
    --ink-2: oklch(46% 0.048 255.824); --primary: oklch(50% 0.2 257.57); --up: oklch(42% 0.12 150);
    --down: oklch(45% 0.17 24); --gold: oklch(52% 0.12 80); --bar: oklch(93.268% 0.016 262.751); --radius: 0.375rem;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink); font: 0.875rem/1.25rem "Archivo Variable", Archivo, system-ui, sans-serif;
}
header {
  display: flex; justify-content: space-between; gap: 1rem; padding: 0.75rem 1rem; background: var(--bar);
  border-bottom: 1px solid var(--line); font-size: 0.8125rem;
}
header b { font-size: 1rem; }
header span, .mute, small, dt, th { color: var(--ink-2); }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.625rem; line-height: 1.875rem; }
h1 + p { margin: 0.25rem 0 1rem; overflow-wrap: anywhere; }
h2 { margin: 0; padding: 0.625rem 1rem; font-size: 1rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
h3 { margin: 1rem 0 0.25rem; font-size: 0.8125rem; color: var(--ink-2); }
section, .tiles { margin: 0 0 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius); }
.in { padding: 0.75rem 1rem; }
.in > p { margin: 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
.tiles div { padding: 0.625rem 1rem; }
dt { font-size: 0.75rem; line-height: 1rem; }
dd { margin: 0; font-size: 1.25rem; line-height: 1.75rem; font-weight: 700; font-variant-numeric: tabular-nums; }
small { display: block; font-size: 0.75rem; line-height: 1rem; font-weight: 400; }
ul { margin: 0; padding-left: 1.25rem; }
li { overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: 0.75rem; font-weight: 600; }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
tr:last-child td { border-bottom: 0; }
.num { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
th:last-child, td:last-child { padding-right: 0; }
.up { color: var(--up); }
.down { color: var(--down); }
.stars { color: var(--gold); letter-spacing: 0.05em; }
.score { float: right; padding-left: 0.5rem; color: var(--ink-2); font-variant-numeric: tabular-nums; }
details { border-bottom: 1px solid var(--line); padding: 0.375rem 0; }
details:last-of-type { border-bottom: 0; }
summary { cursor: pointer; overflow-wrap: anywhere; padding: 0.25rem 0; }
summary:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
summary .first { display: block; padding-left: 1.1rem; font-size: 0.8125rem; }
.tag {
  display: inline-block; padding: 0 0.375rem; border: 1px solid var(--line); border-radius: var(--radius);
  font-size: 0.75rem; color: var(--primary);
}
details table { margin: 0.25rem 0 0.5rem; table-layout: fixed; }
details th:first-child { width: 2rem; }
details td:nth-child(2) { padding-right: 1.5rem; }
@media (max-width: 30rem) {
  .num { white-space: normal; }
  th, td { padding-right: 0.375rem; }
}
@media print { details > * { display: block; } section { break-inside: avoid; } }
`
