import { countArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { aligned, count, counted } from '../format-text.ts'
import { printable, printableJson } from '../printable.ts'
import type { Difference } from '../verify/report.ts'
import { diffGenerations, type GenerationsDiff } from './diff-generations.ts'

export function diffCommand({ output, run }: CommandContext): Command {
  return new Command('diff')
    .description('show in which rows two generations of the read models differ')
    .argument('<first>', 'number of a generation, as in "ledger status"', countArgument)
    .argument('<second>', 'number of another one', countArgument)
    .option('--json', 'print one JSON document')
    .notes(`
Compares every row of every read model by key, in one snapshot, in the tables and columns that both
releases have. The first hundred rows are listed, with their values in the first and in the second
generation; all are counted. A kept generation is not folded any further, so the newest plays are
only in the live one. For the effect of changed rules on players use "ledger rules preview".

Exits with 1 when rows differ.`)
    .action(async (first: number, second: number) => {
      await run(async ({ database }) => {
        const diff = await diffGenerations(database, [first, second], {
          onTable: (table) => output.progress({ what: `Comparing ${table}` }),
          signal: output.signal,
        })
        const code = diff.differing === 0 ? exitCodes.fine : exitCodes.wrong
        return { document: diff, text: showDiff(diff), code }
      })
    })
}

function showDiff(diff: GenerationsDiff): string[] {
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

function generationText({ id, state, codeVersion, rules, folded }: GenerationsDiff['first']): string {
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
