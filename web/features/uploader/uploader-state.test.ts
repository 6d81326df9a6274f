import { noChartFiles } from '@stepledger/contracts/packs/pack-files.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { describe, expect, it } from 'vitest'
import { filterFolder } from './chosen-folder.ts'
import {
  addSample,
  empty,
  nextState,
  type Sample,
  secondsLeft,
  timeLeftText,
  type UploaderEvent,
  type UploaderState,
} from './uploader-state.ts'

const folderOf = (...paths: string[]) => {
  const folder = filterFolder(paths.map((path) => ({ path, size: 1000, file: new File(['x'], path) })))
  if (folder === null) throw new Error('no files')
  return folder
}
const folder = folderOf('Anthology/Undertow/undertow.ssc', 'Anthology/Undertow/undertow.ogg')
const zip = new Blob(['a zip'])
const upload: PackUpload = {
  id: '7d1e2f04-5a3c-4b6d-8e9f-0a1b2c3d4e5f',
  name: 'Anthology',
  state: 'processing',
  createdAt: '2026-12-14T21:40:00.000Z',
  packId: null,
  songsDone: 0,
  songs: 24,
  ahead: 0,
  result: null,
}
const problem = { text: 'S3 upload failed: Network error' }

const after = (...events: UploaderEvent[]): UploaderState => events.reduce<UploaderState>(nextState, empty)
const chosen: UploaderEvent = { type: 'chosen', folder }
const zipped: UploaderEvent[] = [chosen, { type: 'process' }, { type: 'zipped', zip }]

describe('the uploader', () => {
  it('goes from folder to zip to upload to pack', () => {
    expect(after(chosen)).toMatchObject({ step: 'chosen', name: 'Anthology', problem: null })
    expect(after(chosen, { type: 'process' })).toMatchObject({ step: 'zipping', name: 'Anthology' })
    expect(after(...zipped)).toMatchObject({ step: 'zipped', zip })
    expect(after(...zipped, { type: 'upload' })).toMatchObject({ step: 'uploading', samples: [] })
    const sent = after(...zipped, { type: 'upload' }, { type: 'sent', upload })
    expect(sent).toMatchObject({ step: 'sent', upload: { state: 'processing' } })
    const ready = nextState(sent, { type: 'followed', upload: { ...upload, state: 'ready' } })
    expect(ready).toMatchObject({ step: 'sent', upload: { state: 'ready' } })
  })

  it('requires a folder with charts and a name', () => {
    expect(after({ type: 'process' })).toMatchObject({
      step: 'empty',
      problem: { text: 'Please select a pack folder first' },
    })
    const silent: UploaderEvent = { type: 'chosen', folder: folderOf('Silence/Song/song.ogg') }
    expect(after(silent, { type: 'process' })).toMatchObject({
      step: 'chosen',
      problem: { text: noChartFiles },
    })
    expect(after(chosen, { type: 'renamed', name: ' ' }, { type: 'process' })).toMatchObject({
      step: 'chosen',
      name: ' ',
    })
  })

  it('keeps name and zip on failure', () => {
    const named: UploaderEvent = { type: 'renamed', name: 'Turnstile' }
    expect(after(chosen, named, { type: 'process' }, { type: 'failed', problem })).toMatchObject({
      step: 'chosen',
      name: 'Turnstile',
      folder,
      problem,
    })
    expect(after(...zipped, named, { type: 'upload' }, { type: 'failed', problem })).toMatchObject({
      step: 'zipped',
      name: 'Turnstile',
      zip,
      problem,
    })
  })

  it('has monotonic progress', () => {
    const zipping = (files: number): UploaderEvent => ({
      type: 'zipping',
      progress: { files, bytes: files * 1000, current: '' },
    })
    expect(after(chosen, { type: 'process' }, zipping(5), zipping(3))).toMatchObject({
      progress: { files: 5 },
    })
    const sending = (sent: number, at: number): UploaderEvent => ({ type: 'sending', sent, at })
    expect(after(...zipped, { type: 'upload' }, sending(4, 0), sending(2, 1), sending(99, 2))).toMatchObject({
      samples: [{ sent: 4 }, { sent: 4 }, { sent: zip.size }],
    })
    const followed = (songsDone: number): UploaderEvent => ({
      type: 'followed',
      upload: { ...upload, songsDone },
    })
    const sent: UploaderEvent[] = [...zipped, { type: 'upload' }, { type: 'sent', upload }]
    expect(after(...sent, followed(13), followed(9))).toMatchObject({ upload: { songsDone: 13 } })
  })

  it('resets when cleared and ignores events of aborted work', () => {
    expect(after(...zipped, { type: 'upload' }, { type: 'cleared' })).toEqual(empty)
    for (const late of [
      { type: 'zipped', zip },
      { type: 'sending', sent: 3, at: 0 },
      { type: 'sent', upload },
      { type: 'followed', upload },
    ] satisfies UploaderEvent[])
      expect(after(late)).toEqual(empty)
    const other = { ...upload, id: '00000000-0000-4000-8000-000000000000', songsDone: 20 }
    const sent = after(...zipped, { type: 'upload' }, { type: 'sent', upload })
    expect(nextState(sent, { type: 'followed', upload: other })).toEqual(sent)
  })

  it('accepts another folder at any time and clears messages', () => {
    const failed = after(...zipped, { type: 'upload' }, { type: 'failed', problem })
    const next: UploaderEvent = { type: 'chosen', folder: folderOf('Next/Song/song.sm') }
    expect(nextState(failed, next)).toMatchObject({ step: 'chosen', name: 'Next', problem: null })
    for (const busy of [after(chosen, { type: 'process' }), after(...zipped, { type: 'upload' })])
      expect(nextState(busy, next)).toMatchObject({ step: 'chosen', name: 'Next', problem: null })
  })

  it("keeps what it has when a folder can't be used", () => {
    const refused: UploaderEvent = { type: 'refused', problem: { text: 'That folder is empty.' } }
    const named: UploaderEvent = { type: 'renamed', name: 'Turnstile' }
    expect(after(chosen, named, refused)).toMatchObject({
      step: 'chosen',
      name: 'Turnstile',
      problem: refused.problem,
    })
    expect(after(...zipped, refused)).toMatchObject({ step: 'zipped', zip, problem: refused.problem })
    const uploading = after(...zipped, { type: 'upload' })
    expect(nextState(uploading, refused)).toEqual(uploading)
  })
})

const sampled = (...samples: Sample[]) => samples.reduce<readonly Sample[]>(addSample, [])

it('is null before the speed is known', () => {
  expect(secondsLeft([], 100)).toBeNull()
  expect(secondsLeft(sampled({ at: 0, sent: 0 }, { at: 900, sent: 50 }), 100)).toBeNull()
  expect(secondsLeft(sampled({ at: 0, sent: 50 }, { at: 2000, sent: 50 }), 100)).toBeNull()
})

it('uses the speed of the last seconds', () => {
  const slowThenFast = sampled(
    { at: 0, sent: 0 },
    { at: 60_000, sent: 100 },
    { at: 62_000, sent: 300 },
    { at: 64_000, sent: 500 },
  )
  expect(secondsLeft(slowThenFast, 1000)).toBe(5)
})

it.each([
  [0, 'about 1 s left'],
  [8.2, 'about 9 s left'],
  [59.5, 'about 60 s left'],
  [61, 'about 2 min left'],
  [3600, 'about 1 h 0 min left'],
  [3900, 'about 1 h 5 min left'],
])('says %d s as %j', (seconds, text) => {
  expect(timeLeftText(seconds)).toBe(text)
})
