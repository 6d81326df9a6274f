import { recordRun } from '../../projector/generations/operator-runs.ts'
import { Command, type CommandContext } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { aligned, count, counted, printable, printableJson } from '../format-text.ts'
import type { Difference } from './report.ts'
import { type VerifyReport, verify } from './verify.ts'

export function verifyCommand({ output, run }: CommandContext): Command {
  return new Command('verify')
    .description('fold the ledger into new tables and compare them with the read models')
    .option('--json', 'print one JSON document')
    .notes(`
Works with a running server. Reads the whole ledger, and needs as much space in the database as the
read models. Exits with 1 when a row is missing, is there without reason or differs, or when the
ledger itself has a fault. The first hundred of each are listed, all are counted.`)
    .action(async () => {
      await run(async ({ database, ledger }) => {
        const report = await verify({ database, ledger, onProgress: output.progress, signal: output.signal })
        await recordRun(database.pool, 'verify', report.agrees)
        const code = report.agrees ? exitCodes.fine : exitCodes.wrong
        return { document: report, text: showReport(report), code }
      })
    })
}

function showReport(report: VerifyReport): string[] {
  const { events, seconds } = report
  return [
    verdict(report),
    '',
    ...aligned([
      ['Ledger', report.ledgerId],
      [
        'Generation',
        `${report.generation}, under "${printable(report.rules.title)}" (rules 0:${report.rules.offset})`,
      ],
      ['Checkpoint', report.checkpoint.map((offset, partition) => `${partition}:${offset}`).join(' ')],
      ['Folded', `${counted(events, 'event')} in ${seconds.toFixed(1)} s${rateText(report)}`],
      ...noted('Left out', report.parked, 'parked event'),
      ...noted('Skipped', report.unknown, 'event of an unknown type', 'events of unknown types'),
      ...noted('Counted once', report.repeated, 'duplicate play'),
      ...report.final.map(({ slug, offset }) => [
        'Final',
        `the standings of ${slug}, closed at rules 0:${offset}`,
      ]),
    ]),
    '',
    ...aligned(
      [
        ['Table', 'Rows', 'Differing'],
        ...report.tables.map(({ table, rows, differing }) => [table, count(rows), count(differing)]),
      ],
      [1, 2],
    ),
    ...listed('Faults of the ledger', report.listedFaults.map(printable), report.faults),
    ...listed('Rows that differ', report.differences.map(differenceText), report.differing),
  ]
}

function verdict({ agrees, differing, faults }: VerifyReport): string {
  if (agrees) return 'What is shown agrees with the ledger.'
  const parts = [
    ...(differing > 0
      ? [`${counted(differing, 'row')} of what is shown ${differing === 1 ? 'differs' : 'differ'}`]
      : []),
    ...(faults > 0 ? [`${counted(faults, 'fault')} found in the ledger`] : []),
  ]
  return `What is shown does NOT agree with the ledger: ${parts.join(', ')}.`
}

/** Omitted for few events, where the tables dominate the time. */
function rateText({ events, seconds }: VerifyReport): string {
  return events < 1000 ? '' : ` (${count(Math.round(events / seconds))} a second)`
}

function noted(label: string, n: number, one: string, many?: string): string[][] {
  return n === 0 ? [] : [[label, counted(n, one, many)]]
}

function listed(heading: string, lines: readonly string[], all: number): string[] {
  if (all === 0) return []
  const more = all - lines.length
  return [
    '',
    `${heading}:`,
    ...lines.map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${count(more)} more`] : []),
  ]
}

function differenceText({ table, key, kind, columns }: Difference): string {
  const row = `${table} ${Object.entries(key)
    .map(([name, value]) => `${name}=${printableJson(value)}`)
    .join(' ')}`
  const values = (of: 'shown' | 'expected') =>
    columns.map((c) => `${c.name}=${printableJson(c[of])}`).join(' ')
  switch (kind) {
    case 'missing':
      return `${row} is missing: ${values('expected')}`
    case 'surplus':
      return `${row} is surplus: ${values('shown')}`
    case 'changed':
      return `${row} differs: ${columns.map((c) => `${c.name} is ${printableJson(c.shown)}, should be ${printableJson(c.expected)}`).join('; ')}`
  }
}
