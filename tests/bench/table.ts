import { aimText, isMissed } from './aim.ts'
import type { Spread } from './figures.ts'
import type { Row } from './rows.ts'

const heads = ['path', 'what', 'ours', 'floor', 'ratio', 'floor is', 'aim']

/** The rows as text for a terminal: medians, with minimum and maximum of the rounds in brackets. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row, i) => [
    rows[i - 1]?.path === row.path ? '' : row.path,
    row.what,
    `${spread(row.ours)} ${row.unit}`,
    row.floor ? spread(row.floor) : '–',
    row.ratio ? spread(row.ratio) : '–',
    row.floorIs ?? '',
    aimOf(row),
  ])
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  const print = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [print(heads), print(widths.map((width) => '─'.repeat(width))), ...lines.map(print)].join('\n')
}

/** The aim, followed by `missed` if it is missed. */
export function aimOf(row: Row): string {
  if (!row.aim) return ''
  return `${aimText(row.aim, row.unit)}${isMissed(row) ? ', missed' : ''}`
}

function spread({ median, least, most }: Spread): string {
  return least === most ? figure(median) : `${figure(median)} (${figure(least)}–${figure(most)})`
}

/** Three significant digits: a shared machine is not more precise. */
export function figure(value: number): string {
  if (value === 0) return '0'
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.min(3, digits) })
}
