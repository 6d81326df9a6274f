import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type ZipEntry, zip } from '../../../tests/generators/zip.ts'
import { openPack, type PackArchive } from './open-pack.ts'
import { PackError } from './pack-error.ts'
import { FileTooLargeError } from './zip-entries.ts'

const folder = mkdtempSync(join(tmpdir(), 'pack-'))
afterAll(() => rmSync(folder, { recursive: true }))

const chart = Buffer.from('#TITLE:Undertow;\n#NOTES:dance-single:...;')
const text = (name: string, bytes = chart): ZipEntry => ({ name, bytes })

async function opened<T>(bytes: Buffer, look: (pack: PackArchive) => T | Promise<T>): Promise<T> {
  const path = join(folder, 'pack.zip')
  writeFileSync(path, bytes)
  const pack = await openPack(path)
  try {
    return await look(pack)
  } finally {
    await pack.close()
  }
}

const outline = (pack: PackArchive) => [
  pack.name,
  pack.songs.map((song) => [song.folder, song.files.map(({ path }) => path)]),
  pack.pack.files.map(({ path }) => path),
]

it('opens a pack: name, songs in order with their files, and the files that are left out', async () => {
  const bytes = zip([
    text('Anthology/'),
    text('Anthology/Undertow/undertow.ssc'),
    text('Anthology/Undertow/bga/still.png'),
    text('Anthology/Undertow/undertow.ogg'),
    text('Anthology/Kármán Line/karman.sm'),
    text('Anthology/banner.png'),
    text('Anthology/Empty/notes.txt'),
    text('readme.png'),
  ])

  await opened(bytes, async (pack) => {
    expect(outline(pack)).toEqual([
      'Anthology',
      [
        ['Kármán Line', ['karman.sm']],
        ['Undertow', ['bga/still.png', 'undertow.ssc']],
      ],
      ['banner.png'],
    ])
    expect(pack.leftOut.map(({ reason, files }) => [reason, files.map(({ path }) => path)])).toEqual([
      ['audio', ['Anthology/Undertow/undertow.ogg']],
      ['noChart', ['Anthology/Empty/notes.txt']],
      ['loose', ['readme.png']],
    ])
    expect(await pack.songs[1]?.read('undertow.ssc', 1000)).toEqual(chart)
    expect(await pack.pack.read('banner.png', chart.length)).toEqual(chart)
  })
})

it('limits the bytes read of a file, without affecting other files', async () => {
  await opened(zip([text('P/S/a.sm')]), async (pack) => {
    await expect(pack.songs[0]?.read('a.sm', chart.length - 1)).rejects.toThrow(FileTooLargeError)
    expect(await pack.songs[0]?.read('a.sm', chart.length)).toEqual(chart)
  })
})

it('does not throw PackError for reads after it was closed', async () => {
  const pack = await opened(zip([text('P/S/a.sm')]), (pack) => pack)
  const read = pack.songs[0]?.read('a.sm', 1000)

  await expect(read).rejects.toThrow('file closed')
  await expect(read).rejects.not.toBeInstanceOf(PackError)
})

it.each<[string, string[], string | undefined, string[]]>([
  ['in one folder', ['P/A/a.sm', 'P/B/b.ssc'], 'P', ['A', 'B']],
  ['at the root', ['A/a.sm', 'B/b.ssc', 'banner.png'], undefined, ['A', 'B']],
  ['at the root, a single one', ['A/a.sm', 'A/bn.png'], undefined, ['A']],
  ['in a folder of folders', ['Songs/P/A/a.sm', 'Songs/P/B/b.sm'], 'P', ['A', 'B']],
  ['beside a stray chart', ['P/stray.sm', 'P/A/a.sm'], 'P', ['A']],
  ['at the root, one with an older version below', ['A/a.sm', 'A/old/a.sm', 'B/b.sm'], undefined, ['A', 'B']],
  ['beside what Macs add', ['P/A/a.sm', '__MACOSX/P/A/._a.sm', '.DS_Store'], 'P', ['A']],
  ['as ./ paths', ['./P/A/a.sm', './P/./B//b.sm'], 'P', ['A', 'B']],
])('finds the songs %s', async (_where, names, name, songs) => {
  await opened(zip(names.map((each) => text(each))), (pack) => {
    expect([pack.name, pack.songs.map((song) => song.folder)]).toEqual([name, songs])
  })
})

it('reads a zip64, a zip with a comment, and uncompressed files', async () => {
  const entries = [{ ...text('P/S/a.sm'), method: 0 }, text('P/T/b.sm')]

  for (const bytes of [zip(entries, { zip64: true }), zip(entries, { comment: Buffer.from('by me') })]) {
    await opened(bytes, async (pack) => {
      for (const song of pack.songs) expect(await song.read(song.files[0]?.path ?? '', 1000)).toEqual(chart)
    })
  }
})

const hasInfoZip = spawnSync('zip', ['-v']).status === 0

it.runIf(hasInfoZip).each([
  ['to a file', ['real.zip', 'Real Pack']],
  ['to a pipe, sizes behind the files', ['-', 'Real Pack']],
])('reads what Info-ZIP writes %s', async (_where, names) => {
  const source = join(folder, 'Real Pack')
  mkdirSync(join(source, '夜の歌 ✨'), { recursive: true })
  writeFileSync(join(source, '夜の歌 ✨', 'yoru.ssc'), chart)
  writeFileSync(join(source, 'Pack bn.png'), Buffer.alloc(5000, 'png'))
  const written = execFileSync('zip', ['-q', '-r', ...names], { cwd: folder })
  if (names[0] === '-') writeFileSync(join(folder, 'real.zip'), written)

  const pack = await openPack(join(folder, 'real.zip'))
  expect(outline(pack)).toEqual(['Real Pack', [['夜の歌 ✨', ['yoru.ssc']]], ['Pack bn.png']])
  expect(await pack.songs[0]?.read('yoru.ssc', 1000)).toEqual(chart)
  await pack.close()
})

it.each([0, 3, 10, 11, 14])('reads paths with backslashes, written on host %i', async (host) => {
  await opened(zip([{ ...text('P\\S\\a.sm'), madeBy: host << 8 }, text('P/S/bg\\b.png')]), (pack) => {
    expect(outline(pack)).toEqual(['P', [['S', ['a.sm', 'bg/b.png']]], []])
  })
})

it('opens the largest pack that is allowed in seconds', async () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `P/Song ${at >> 2}/${at % 4}.sm`)
  const bytes = zip(names.map((name) => ({ ...text(name), method: 0 })))
  const start = performance.now()

  await opened(bytes, (pack) => expect(pack.songs).toHaveLength(5000))
  expect(performance.now() - start).toBeLessThan(10_000)
})
