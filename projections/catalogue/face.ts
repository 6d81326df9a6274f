import { cutText, shownTitle } from '@stepledger/contracts/play/shown-title.ts'
import type { Placed, PlayHead } from '../batch.ts'
import type { WrittenColumn } from '../written-column.ts'
import { searchText, titleKey } from './title-key.ts'

type Face = PlayHead['data']

/** A play as far as it says something of its chart. */
export type Word = Placed<PlayHead>

/** What a play says of its chart. */
export const faceColumns: readonly WrittenColumn<Word>[] = [
  { name: 'title', type: 'text', value: (p) => shownTitle(faceOf(p).songName) },
  { name: 'artist', type: 'text', value: (p) => shownTitle(faceOf(p).artist) },
  { name: 'stepartist', type: 'text', value: (p) => shownTitle(faceOf(p).stepartist) },
  { name: 'description', type: 'text', value: (p) => cutOrNull(faceOf(p).description) },
  { name: 'length', type: 'integer', value: (p) => secondsOf(faceOf(p).length) },
  { name: 'meter', type: 'integer', value: (p) => meterOf(faceOf(p).meter) },
  { name: 'title_key', type: 'text', value: (p) => titleKey(shownTitle(faceOf(p).songName)) },
  {
    name: 'search',
    type: 'text',
    value: (p) => searchText(shownTitle(faceOf(p).songName), shownTitle(faceOf(p).artist)),
  },
]

function faceOf({ event }: Word): Face {
  return event.data
}

function cutOrNull(text: string | null): string | null {
  return text === null ? null : cutText(text)
}

/** Plays with the same text here say the same of the same chart. */
export function faceId(play: Word): string {
  const { chart, songName, artist, stepartist, description, length, meter } = faceOf(play)
  return JSON.stringify([chart, songName, artist, stepartist, description, length, meter])
}

/** Seconds of a length given as `m:ss` or `h:mm:ss`, or null for anything else. */
export function secondsOf(length: string): number | null {
  if (!/^\d{1,3}(:\d{2}){1,2}$/.test(length)) return null
  return length.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/** A meter is a whole number from 0 to 9,999; anything else a game may send is none. */
export function meterOf(meter: number | null): number | null {
  return meter !== null && Number.isInteger(meter) && meter >= 0 && meter <= 9999 ? meter : null
}
