import { expect, it } from 'vitest'
import { variantMaker } from '../images/variants.ts'
import { simfileLimits } from '../simfile/simfile-error.ts'
import { readSong } from './read-song.ts'

it('leaves out a song whose simfile exceeds the limit, and names the limit', async () => {
  const files = [{ path: 'song.ssc', size: simfileLimits.bytes + 1 }]
  const read = async () => Buffer.alloc(0)

  const song = await readSong({ folder: 'Song', files, read }, { files: [], read }, variantMaker())

  expect(song).toEqual({
    skipped: [{ name: 'Song', reason: 'song.ssc: it is larger than 6.0 MB' }],
    cells: 0,
  })
})
