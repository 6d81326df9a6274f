import { cutText, shownTitle, visibleText } from '@stepledger/contracts/play/shown-title.ts'
import { searchText } from '@stepledger/contracts/search-text.ts'
import type { PlayHead, Positioned } from '../batch.ts'
import type { WrittenColumn } from '../written-column.ts'
import { chartKey } from './title-key.ts'

/** The parts of a play that describe its chart. */
export type PlayOfChart = Positioned<Pick<PlayHead, 'at' | 'data'>>

export const metadataColumns: readonly WrittenColumn<PlayOfChart>[] = [
  { name: 'title', type: 'text', value: ({ event }) => shownTitle(event.data.songName) },
  { name: 'artist', type: 'text', value: ({ event }) => shownTitle(event.data.artist) },
  { name: 'stepartist', type: 'text', value: ({ event }) => shownTitle(event.data.stepartist) },
  { name: 'description', type: 'text', value: ({ event }) => cutOrNull(event.data.description) },
  { name: 'length', type: 'integer', value: ({ event }) => secondsOf(event.data.length) },
  { name: 'meter', type: 'integer', value: ({ event }) => meterOf(event.data.meter) },
  {
    name: 'title_key',
    type: 'text',
    value: ({ event: { data } }) =>
      chartKey({
        title: shownTitle(data.songName),
        artist: shownTitle(data.artist),
        stepsType: null,
        difficulty: null,
        meter: meterOf(data.meter),
      }),
  },
  {
    name: 'search',
    type: 'text',
    value: ({ event: { data } }) =>
      searchText(...[data.songName, data.artist, data.stepartist].map((text) => shownTitle(text))),
  },
]

function cutOrNull(text: string | null): string | null {
  return text === null ? null : cutText(visibleText(text))
}

/** Parses a length `m:ss` or `h:mm:ss` to seconds; null if malformed. */
function secondsOf(length: string): number | null {
  if (!/^\d{1,3}(:\d{2}){1,2}$/.test(length)) return null
  return length.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/** A whole number from 0 to 9,999; games may send other values. */
function meterOf(meter: number | null): number | null {
  return meter !== null && Number.isInteger(meter) && meter >= 0 && meter <= 9999 ? meter : null
}
