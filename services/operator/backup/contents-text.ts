import { counted } from '../aligned.ts'
import { sizeText } from '../size-text.ts'
import type { summary } from './manifest.ts'

/** What a backup contains, in the same words for every command. */
export function contentsText({
  events,
  rulesEvents,
  rows,
  tables,
  files,
  bytes,
}: ReturnType<typeof summary>): string {
  return [
    `${counted(events, 'event')} and ${rulesEvents} of the topic rules`,
    `${counted(rows, 'row')} of ${counted(tables, 'table')}`,
    counted(files, 'file'),
    sizeText(bytes),
  ].join(', ')
}
