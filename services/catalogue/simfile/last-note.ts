import { isStep, type JudgedRow } from './judged-rows.ts'

/** End of the last step or hold. `second`: the maximum over all of them. */
export function lastNote(rows: readonly JudgedRow[]): { beat: number; second: number } {
  const end = { beat: 0, second: 0 }
  const held = new Set<number>()
  for (const { beat, second, cells, state } of rows) {
    let lasts = false
    for (let panel = 0; panel < cells.length; panel += 1) {
      const cell = cells.charAt(panel)
      if (cell === '3') lasts = held.delete(panel) || lasts
      if (state !== 'played' || !isStep(cell)) continue
      lasts = true
      if (cell === '2' || cell === '4') held.add(panel)
    }
    if (!lasts) continue
    end.beat = beat
    end.second = Math.max(end.second, second)
  }
  return end
}
