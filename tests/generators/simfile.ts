import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface MadeChart {
  readonly stepsType?: string
  readonly difficulty?: string
  readonly meter?: string
  readonly description?: string
  /** The text of each measure: rows, separated by line breaks. */
  readonly measures: readonly string[]
  /** In an .ssc, other tags of the chart. */
  readonly tags?: Readonly<Record<string, string>>
}

export interface MadeSong {
  readonly bpms?: string
  /** Tags of the song, without #BPMS. */
  readonly tags?: Readonly<Record<string, string>>
  readonly charts: readonly MadeChart[]
}

/** A song as the text of an .ssc. */
export function sscText({ bpms = '0.000=120.000', tags = {}, charts }: MadeSong): string {
  const parts = charts.map((chart) =>
    [
      '#NOTEDATA:;',
      `#STEPSTYPE:${chart.stepsType ?? 'dance-single'};`,
      `#DESCRIPTION:${chart.description ?? ''};`,
      `#DIFFICULTY:${chart.difficulty ?? 'Hard'};`,
      `#METER:${chart.meter ?? '9'};`,
      ...tagLines(chart.tags ?? {}),
      `#NOTES:\n${notesText(chart)}\n;`,
    ].join('\n'),
  )
  return ['#VERSION:0.83;', ...tagLines({ TITLE: 'Paper Lanterns', ...tags, BPMS: bpms }), ...parts, ''].join(
    '\n',
  )
}

/** A song as the text of an .sm. */
export function smText({ bpms = '0.000=120.000', tags = {}, charts }: MadeSong): string {
  const parts = charts.map((chart) => {
    const header = [
      chart.stepsType ?? 'dance-single',
      chart.description ?? 'someone',
      chart.difficulty ?? 'Hard',
      chart.meter ?? '9',
      '0,0,0,0,0',
    ]
    return `#NOTES:\n${header.map((field) => `     ${field}:\n`).join('')}${notesText(chart)}\n;`
  })
  return [...tagLines({ TITLE: 'Paper Lanterns', ...tags, BPMS: bpms }), ...parts, ''].join('\n')
}

/** A measure with four-panel rows: the panel of the row's one tap, 0 to 3, or `.` for none. */
export function taps(panels: string): string {
  return [...panels]
    .map((panel) =>
      panel === '.' ? '0000' : `${'0'.repeat(Number(panel))}1${'0'.repeat(3 - Number(panel))}`,
    )
    .join('\n')
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const sampleNames = ['classix.ssc', 'gimme.sm', 'lifts.ssc', 'powermove.ssc'] as const
export type SampleSimfile = (typeof sampleNames)[number]

/** Real simfiles by name; empty where the files are not available. */
export function sampleSimfiles(): Map<SampleSimfile, Uint8Array> {
  const found = new Map<SampleSimfile, Uint8Array>()
  for (const name of sampleNames) {
    const file = fileURLToPath(new URL(`../../../shared/fixtures/simfiles/${name}`, import.meta.url))
    if (existsSync(file)) found.set(name, readFileSync(file))
  }
  return found
}

function notesText({ measures }: MadeChart): string {
  return measures.join('\n,\n')
}

function tagLines(tags: Readonly<Record<string, string>>): string[] {
  return Object.entries(tags).map(([name, value]) => `#${name}:${value};`)
}
