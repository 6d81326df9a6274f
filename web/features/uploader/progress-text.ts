import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { sentBytes, type UploaderState } from './uploader-state.ts'

const units = new Map([
  ['KB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
])

/** "24.1 of 38.2 MB": both in the unit of the whole. */
export function bytesOf(done: number, total: number): string {
  const whole = sizeText(total)
  const unit = whole.split(' ')[1] ?? 'KB'
  const size = Math.min(done, total) / (units.get(unit) ?? 1024)
  return `${unit === 'KB' ? Math.ceil(size) : size.toFixed(1)} of ${whole}`
}

/** Whole percents; 100 only when all is there. */
export function percentOf(done: number, total: number): number {
  return total <= 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
}

/** "1 song", "24 songs", "1,733 charts". */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
}

export function aheadText(ahead: number): string {
  return ahead === 1 ? '1 pack is ahead of yours' : `${ahead} packs are ahead of yours`
}

/**
 * What is left of an upload that ended early. Songs are taken one by one: those that the pack had before are shown as
 * they are read, new ones with the whole pack.
 */
export function keptText({ state, packId, songs, songsDone }: PackUpload): string {
  const begun = state === 'cancelled' ? packId !== null : songsDone > 0 && songsDone < (songs ?? 0)
  if (!begun) return 'Nothing of it was kept.'
  return 'No song was added or taken out; songs that the pack had before may be updated.'
}

/** What a screen reader says of the panel; it changes by quarters, so that it can be heard to the end. */
export function announcement(state: UploaderState): string {
  switch (state.step) {
    case 'empty':
      return state.reading ? 'Reading the folder' : ''
    case 'chosen': {
      const { songs, leftOut } = state.folder.chosen
      const out = leftOut.reduce((count, { files }) => count + files.length, 0)
      return `${counted(songs.length, 'song')} chosen, ${counted(out, 'file')} left out`
    }
    case 'zipping':
      return `Zipping, ${quarterOf(state.progress.bytes, state.folder.chosen.bytes)}`
    case 'zipped':
      return `Zip ready, ${sizeText(state.zip.size)}`
    case 'uploading':
      return `Uploading, ${quarterOf(sentBytes(state), state.zip.size)}`
    case 'sent':
      return announcementOf(state.upload)
  }
}

function announcementOf({ state, ahead, songs, songsDone, result }: PackUpload): string {
  switch (state) {
    case 'issued':
    case 'waiting':
      return ahead > 0 ? `Uploaded. ${aheadText(ahead)}.` : 'Uploaded'
    case 'processing':
      return `Processing, ${quarterOf(songsDone, songs ?? 0)}`
    case 'ready':
      return result && 'songs' in result ? `Ready, ${counted(result.songs, 'song')}` : 'Ready'
    case 'rejected':
      return 'Rejected'
    case 'cancelled':
      return 'Cancelled'
  }
}

function quarterOf(done: number, total: number): string {
  return `${Math.floor(percentOf(done, total) / 25) * 25}%`
}
