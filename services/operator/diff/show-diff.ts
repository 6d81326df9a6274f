import { aligned, count, counted } from '../aligned.ts'
import { printable, printableJson } from '../printable.ts'
import type { Difference } from '../verify/report.ts'
import type { ComparedGeneration, GenerationsDiff } from './diff-generations.ts'

/** The differences of two generations as text. */
export function showDiff(diff: GenerationsDiff): string[] {
  const { first, second, tables, differing, differences } = diff
  const more = differing - differences.length
  return [
    ...aligned([
      ['First', generationText(first)],
      ['Second', generationText(second)],
    ]),
    ...(diff.aligned
      ? []
      : ['They have not folded the same events, so rows of the plays between them differ too.']),
    '',
    ...aligned(
      [
        ['Table', 'Rows', 'Differing'],
        ...tables.map(({ table, rows, differing: n }) => [table, count(rows), count(n)]),
      ],
      [1, 2],
    ),
    '',
    differing === 0 ? 'No row differs.' : `${counted(differing, 'row differs', 'rows differ')}:`,
    ...differences.map((difference) => `  ${differenceText(difference, first.id, second.id)}`),
    ...(more > 0 ? [`  and ${count(more)} more`] : []),
  ]
}

function generationText({ id, state, codeVersion, rules, folded }: ComparedGeneration): string {
  return `generation ${id} (${state}), code version ${codeVersion}, "${printable(rules.title)}" (rules 0:${rules.offset}), ${counted(folded, 'event')} folded`
}

function differenceText({ table, key, kind, columns }: Difference, first: number, second: number): string {
  const row = `${table} ${Object.entries(key)
    .map(([name, value]) => `${name}=${printableJson(value)}`)
    .join(' ')}`
  if (kind === 'missing') return `${row}: only in generation ${first}`
  if (kind === 'surplus') return `${row}: only in generation ${second}`
  return `${row}: ${columns.map(({ name, expected, shown }) => `${name} ${printableJson(expected)} → ${printableJson(shown)}`).join('; ')}`
}
