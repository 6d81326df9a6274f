import { expect, it } from 'vitest'
import { zip } from '../../../tests/generators/zip.ts'
import { isOpen, refusal, song } from './zip-in-tests.ts'

it.each<[string, () => Buffer, string]>([
  ['is empty', () => Buffer.alloc(0), 'The file is empty.'],
  [
    'is a picture',
    () => Buffer.from('\x89PNG and so on, longer than the end of a zip'),
    'The file is not a zip.',
  ],
  [
    'is cut off',
    () => zip([song, song]).subarray(0, -30),
    'The zip is cut off or damaged: the list of its files, at its end, cannot be read.',
  ],
  [
    'has lost a piece',
    () => Buffer.concat([zip([song]).subarray(0, 40), zip([song]).subarray(60)]),
    'The zip is damaged.',
  ],
  [
    'holds 100,214 files',
    () => zip([song], { count: 100_214, zip64: true }),
    'The zip has 100,214 files; a pack can have up to 20,000.',
  ],
  [
    'holds more files than it counts',
    () => zip([song, { ...song, name: 'P/T/b.sm' }], { count: 1 }),
    'The zip holds more files than it says.',
  ],
  [
    'holds 65,537 files and counts to 1, as 16 bits do',
    () =>
      zip(
        Array.from({ length: 65_537 }, (_, at) => ({ name: `P/S${at}/a.sm`, method: 0 })),
        { count: 1 },
      ),
    'The zip holds more files than it says.',
  ],
  ['holds fewer files than it counts', () => zip([song], { count: 2 }), 'The zip is damaged.'],
  ['has a password', () => zip([{ ...song, flags: 1 }]), 'The zip is protected by a password.'],
  [
    'holds a link',
    () => zip([song, { name: 'P/S/b.sm', mode: 0o120_777 }]),
    '“P/S/b.sm” in the zip is a link.',
  ],
  [
    'holds a device',
    () => zip([song, { name: 'P/S/b.sm', mode: 0o020_666 }]),
    '“P/S/b.sm” in the zip is not a file.',
  ],
  [
    'leads out',
    () => zip([song, { name: 'P/../../etc/x.sm' }]),
    'The path “P/../../etc/x.sm” leads out of the zip.',
  ],
  [
    'leads out by backslashes',
    () => zip([song, { name: '..\\x.sm' }]),
    'The path “..\\x.sm” leads out of the zip.',
  ],
  [
    'names an absolute path',
    () => zip([song, { name: '/etc/x.sm' }]),
    'The path “/etc/x.sm” in the zip is not relative to the zip.',
  ],
  [
    'names a drive',
    () => zip([song, { name: 'C:\\x.sm' }]),
    'The path “C:\\x.sm” in the zip is not relative to the zip.',
  ],
  [
    'has a NUL in a name',
    () => zip([song, { name: 'P/S/a.sm\0.png' }]),
    'The name “P/S/a.sm\ufffd.png” in the zip has a control character.',
  ],
  [
    'has a long name',
    () => zip([song, { name: `P/S/${'x'.repeat(256)}` }]),
    `The name “P/S/${'x'.repeat(75)}…” in the zip is too long.`,
  ],
  ['holds a file twice', () => zip([song, song]), 'The zip holds “P/S/a.sm” twice.'],
  [
    'holds a file twice, its accent composed and not',
    () =>
      zip([
        { ...song, name: 'P/é/a.sm' },
        { ...song, name: 'P/e\u0301/a.sm' },
      ]),
    'The zip holds “P/é/a.sm” twice.',
  ],
  [
    'has files that overlap',
    () => zip([song, { ...song, name: 'P/T/a.sm', offset: 0 }]),
    'Files in the zip overlap each other.',
  ],
  [
    'lists a file beyond its end',
    () => zip([song, { ...song, name: 'P/T/a.sm', offset: 9999 }]),
    'The zip is cut off: it lists files that it does not hold.',
  ],
  [
    'lists a file beyond all numbers',
    () => zip([song, { ...song, name: 'P/T/a.sm', offset: 2 ** 60 }], { zip64: true }),
    'The zip is cut off: it lists files that it does not hold.',
  ],
  [
    'has another name for a file',
    () => zip([{ ...song, localName: 'P/S/b.sm' }]),
    '“P/S/a.sm” in the zip is not what the zip says it is.',
  ],
  [
    'says a file is smaller',
    () => zip([{ ...song, size: 5 }]),
    '“P/S/a.sm” in the zip is not what the zip says it is.',
  ],
  [
    'says a file is larger',
    () => zip([{ ...song, size: 5000 }]),
    '“P/S/a.sm” in the zip is not what the zip says it is.',
  ],
  ['says a stored file is larger', () => zip([{ ...song, method: 0, size: 5000 }]), 'The zip is damaged.'],
  ['has another checksum', () => zip([{ ...song, crc: 1 }]), '“P/S/a.sm” in the zip is damaged.'],
  [
    'is no Deflate inside',
    () => zip([{ ...song, packed: Buffer.alloc(60, 255) }]),
    '“P/S/a.sm” in the zip is damaged.',
  ],
  [
    'is packed by LZMA',
    () => zip([{ ...song, method: 14 }]),
    '“P/S/a.sm” is packed by a method other than Deflate.',
  ],
  [
    'would unpack to 5 GB',
    () => zip([song, { name: 'P/S/x.bin', size: 5 * 1024 ** 3 }], { zip64: true }),
    'The pack takes up 5.0 GB or more unzipped; a pack can take up to 4.0 GB.',
  ],
  [
    'holds another zip',
    () => zip([{ name: 'pack.zip', bytes: zip([song]) }]),
    'The zip holds no songs, but another archive.',
  ],
  ['holds two packs', () => zip([song, { ...song, name: 'Q/S/a.sm' }]), 'The zip holds 2 packs.'],
  [
    'holds charts without folders',
    () => zip([{ ...song, name: 'a.sm' }]),
    'No valid chart files found in the selected folder. Make sure your pack contains .sm or .ssc files.',
  ],
  [
    'holds nothing',
    () => zip([]),
    'No valid chart files found in the selected folder. Make sure your pack contains .sm or .ssc files.',
  ],
])('rejects a zip that %s, and closes it', async (_what, make, reason) => {
  const refused = await refusal(make())

  expect(refused?.reason).toBe(reason)
  expect(refused?.advice).toMatch(/\.$/)
  expect(isOpen()).toBe(false)
})

it('advises to choose a single pack if the folder of all packs was chosen', async () => {
  const refused = await refusal(zip([song], { count: 100_214, zip64: true }))

  expect(refused?.advice).toBe('Choose the folder of one pack, not the folder with all your packs.')
})
