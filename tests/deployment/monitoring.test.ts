import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { root } from './compose-file.ts'
import { readAlertRules, readDashboard } from './monitoring.ts'

it('docs/monitoring.md says of each alert what it means and what to do', async () => {
  const rules = await readAlertRules()
  const docs = await readFile(new URL('docs/monitoring.md', root), 'utf8')
  const [, section = ''] = docs.split('\n## Alerts\n')
  const documented = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, alert]) => alert)

  expect(documented).toEqual(rules.map(({ alert }) => alert))
  expect(new Set(documented).size).toBe(documented.length)
})

it('brackets and quotes of the expressions are balanced', async () => {
  for (const { expr } of await readAlertRules()) {
    const bare = expr.replaceAll(/"[^"]*"/g, '')
    expect(bare, expr).not.toContain('"')
    for (const [open, close] of ['()', '{}', '[]'].map((pair) => [...pair]))
      expect(bare.split(open ?? '').length, expr).toBe(bare.split(close ?? '').length)
  }
})

it('panels of the dashboard have ids of their own and do not overlap', async () => {
  const { panels } = await readDashboard()
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const taken = new Set<string>()
  for (const { title, gridPos } of panels)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.has(`${x},${y}`), title).toBe(false)
        taken.add(`${x},${y}`)
      }
})
