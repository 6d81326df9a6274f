import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { expect, it } from 'vitest'
import { uploadsInterval } from './pack-uploader-page.tsx'
import { announcement, bytesOf, keptText, percentOf } from './progress-text.ts'

const MB = 1024 ** 2
const upload: PackUpload = {
  id: '7d1e2f04-5a3c-4b6d-8e9f-0a1b2c3d4e5f',
  name: 'Anthology',
  state: 'waiting',
  createdAt: '2026-12-14T21:40:00.000Z',
  packId: null,
  songsDone: 0,
  songs: null,
  ahead: 0,
  result: null,
}
const said = (change: Partial<PackUpload>) =>
  announcement({ step: 'sent', upload: { ...upload, ...change }, problem: null })

it('formats progress in the unit of the total', () => {
  expect(bytesOf(24.1 * MB, 38.2 * MB)).toBe('24.1 of 38.2 MB')
  expect(bytesOf(0.5 * MB, 2048 * MB)).toBe('0.0 of 2.0 GB')
  expect(bytesOf(3000, 3500)).toBe('3 of 4 KB')
})

it('shows 100% only when complete', () => {
  expect([percentOf(0, 0), percentOf(999, 1000), percentOf(1000, 1000)]).toEqual([0, 99, 100])
})

it('announces the queue and quarters, not every song', () => {
  expect(said({ ahead: 1 })).toBe('Uploaded. 1 pack is ahead of yours.')
  expect(said({ ahead: 3 })).toBe('Uploaded. 3 packs are ahead of yours.')
  const songs = Array.from({ length: 25 }, (_, songsDone) =>
    said({ state: 'processing', songs: 24, songsDone }),
  )
  expect([...new Set(songs)]).toEqual([0, 25, 50, 75, 100].map((percent) => `Processing, ${percent}%`))
  expect(said({ state: 'ready', result: { songs: 1, charts: 3, leftOut: [] } })).toBe('Ready, 1 song')
})

it('polls every second while processing, rarely while idle, and not when nothing is open', () => {
  const issued: PackUpload = { ...upload, state: 'issued' }
  expect(uploadsInterval([{ ...upload, state: 'ready' }], upload.id)).toBe(false)
  expect(uploadsInterval([issued], null)).toBe(10_000)
  expect(uploadsInterval([issued], issued.id)).toBe(1000)
  expect(uploadsInterval([upload], null)).toBe(1000)
})

it('tells what remains of a cancelled or rejected upload', () => {
  const kept = (change: Partial<PackUpload>) => keptText({ ...upload, ...change })
  const updated = 'No songs were added or removed, but existing songs may have been updated.'
  expect(kept({ state: 'cancelled' })).toBe('Nothing was saved.')
  expect(kept({ state: 'cancelled', packId: 7 })).toBe(updated)
  expect(kept({ state: 'rejected', packId: 7 })).toBe('Nothing was saved.')
  expect(kept({ state: 'rejected', packId: 7, songs: 3, songsDone: 3 })).toBe('Nothing was saved.')
  expect(kept({ state: 'rejected', packId: 7, songs: 3, songsDone: 2 })).toBe(updated)
})
