import fc from 'fast-check'
import { expect, it } from 'vitest'
import { choosePackFiles, leftOutReasons, type PackFile } from './pack-files.ts'

const MB = 1024 ** 2
const file = (path: string, size = 1000): PackFile => ({ path, size })
const paths = (files: readonly PackFile[]) => files.map(({ path }) => path)

it('includes charts and images, and lists the other files by reason with counts and bytes', () => {
  const chosen = choosePackFiles([
    file('Anthology/banner.png'),
    file('Anthology/readme.txt'),
    file('Anthology/Undertow/undertow.ssc', 40_000),
    file('Anthology/Undertow/undertow.sm', 30_000),
    file('Anthology/Undertow/Undertow-BN.PNG', 200_000),
    file('Anthology/Undertow/Undertow.OGG', 4 * MB),
    file('Anthology/Undertow/bga/loop.avi', 30 * MB),
    file('Anthology/Undertow/bga/still.jpg', 90_000),
    file('Anthology/Undertow/huge.png', 11 * MB),
    file('Anthology/Undertow/lyrics.lrc', 900),
    file('Anthology/Undertow/project.bin', MB),
    file('Anthology/Extras/cover.jpg', 300_000),
    file('Anthology/Extras/deep/more.txt', 100_000),
    file('Anthology/.DS_Store'),
    file('Anthology/Undertow/Thumbs.db'),
    file('Anthology/Undertow/._undertow.ssc'),
  ])

  expect(chosen.songs.map(({ folder, files }) => [folder, paths(files)])).toEqual([
    [
      'Undertow',
      [
        'Anthology/Undertow/Undertow-BN.PNG',
        'Anthology/Undertow/bga/still.jpg',
        'Anthology/Undertow/lyrics.lrc',
        'Anthology/Undertow/undertow.sm',
        'Anthology/Undertow/undertow.ssc',
      ],
    ],
  ])
  expect(paths(chosen.packImages)).toEqual(['Anthology/banner.png'])
  expect(chosen.files).toHaveLength(6)
  expect(chosen.bytes).toBe(361_900)
  expect(
    chosen.leftOut.map(({ reason, files, folders, bytes }) => [reason, files.length, folders, bytes]),
  ).toEqual([
    ['audio', 1, 0, 4 * MB],
    ['video', 1, 0, 30 * MB],
    ['large', 1, 0, 11 * MB],
    ['largeOther', 1, 0, MB],
    ['noChart', 2, 1, 400_000],
    ['loose', 1, 0, 1000],
    ['system', 3, 0, 3000],
  ])
})

it('includes a chart of exactly 10 MB and other files below 1 MB', () => {
  const chosen = choosePackFiles([
    file('P/S/a.ssc', 10 * MB),
    file('P/S/b.sm', 10 * MB + 1),
    file('P/S/c.txt', MB - 1),
    file('P/S/d.txt', MB),
  ])

  expect(paths(chosen.files)).toEqual(['P/S/a.ssc', 'P/S/c.txt'])
})

it('leaves out a song if its only chart file is too large', () => {
  const chosen = choosePackFiles([file('P/S/a.ssc', 11 * MB), file('P/S/bn.png')])

  expect(chosen.songs).toEqual([])
  expect(chosen.leftOut.map(({ reason }) => reason)).toEqual(['large', 'noChart'])
})

it('includes a song called .59 and leaves out hidden files of operating systems', () => {
  const chosen = choosePackFiles([
    file('DDR/.59/.59.ssc'),
    file('DDR/.59/.59.png'),
    file('DDR/.59/.directory'),
    file('__MACOSX/DDR/.59/._.59.ssc'),
    file('DDR/.git/config/x.sm'),
  ])

  expect(paths(chosen.files)).toEqual(['DDR/.59/.59.png', 'DDR/.59/.59.ssc'])
  expect(chosen.leftOut.map(({ reason, files }) => [reason, files.length])).toEqual([['system', 3]])
})

it('ignores charts outside of song folders', () => {
  expect(choosePackFiles([file('P/a.sm'), file('b.sm')]).songs).toEqual([])
})

const anyFile = fc.record({
  path: fc
    .array(
      fc.constantFrom(
        'Pack',
        'Song',
        '夜',
        '.59',
        'a.ssc',
        'b.sm',
        'bn.png',
        'x.ogg',
        'y.avi',
        '._a.sm',
        'n',
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    .map((segments) => segments.join('/')),
  size: fc.oneof(fc.nat(2 * MB), fc.nat(12 * MB)),
})

it('assigns every file once, independently of the order, and is idempotent', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyFile, { selector: ({ path }) => path, maxLength: 30 }), (files) => {
      const chosen = choosePackFiles(files)
      const assigned = [...chosen.files, ...chosen.leftOut.flatMap((group) => group.files)]

      expect(new Set(assigned)).toEqual(new Set(files))
      expect(assigned).toHaveLength(files.length)
      expect(choosePackFiles(files.toReversed())).toEqual(chosen)
      expect(choosePackFiles(chosen.files)).toEqual({ ...chosen, leftOut: [] })
      expect(chosen.leftOut.map(({ reason }) => reason)).toEqual(
        leftOutReasons.filter((reason) => chosen.leftOut.some((group) => group.reason === reason)),
      )
    }),
  )
})
