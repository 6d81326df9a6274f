import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { counted } from '../../ui/format.tsx'
import { sentBytes, type UploaderState } from './uploader-state.ts'

const units = new Map([
  ['KB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
])

/** "24.1 of 38.2 MB", in the unit of the total. */
export function bytesOf(done: number, total: number): string {
  const whole = sizeText(total)
  const unit = whole.split(' ')[1] ?? 'KB'
  const size = Math.min(done, total) / (units.get(unit) ?? 1024)
  return `${unit === 'KB' ? Math.ceil(size) : size.toFixed(1)} of ${whole}`
}

/** Progress in percent, rounded down: 100 only when complete. */
export function percentOf(done: number, total: number): number {
  return total <= 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
}

export function aheadText(ahead: number): string {
  return ahead === 1 ? '1 pack is ahead of yours' : `${ahead} packs are ahead of yours`
}

/**
 * What remains of an upload that ended early. Songs are processed one by one: existing songs are updated immediately, new
 * ones only with the whole pack.
 */
export function keptText({ state, packId, songs, songsDone }: PackUpload): string {
  const hasStarted = state === 'cancelled' ? packId !== null : songsDone > 0 && songsDone < (songs ?? 0)
  if (!hasStarted) return 'Nothing was saved.'
  return 'No songs were added or removed, but existing songs may have been updated.'
}

/** The screen reader announcement; progress in quarters, to announce less often. */
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
