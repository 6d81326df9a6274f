import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listPacks, listSimfiles } from '@stepledger/contracts/http/packs.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { call } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { type Server, startServer } from '../system/server.ts'

const simfile = madeSimfile({
  title: 'Marble Run',
  charts: [{ difficulty: 'Hard', meter: 10, rows: 16 }],
})

describe('ledger pack', () => {
  let dataDir: string
  let folder: string
  let server: Server | null = null

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-packs-'))
    folder = await mkdtemp(join(tmpdir(), 'stepledger-pack-folders-'))
    server = await startServer(dataDir)
    for (const song of ['One', 'Two'])
      await write(`Four Panels Deep/${song}/${song}.ssc`, simfile.replace('Marble Run', song))
    await write('Four Panels Deep/One/one.ogg', 'left at home')
    await write('Zipped.zip', madePack('Zipped', { 'A/a.ssc': simfile }))
    await write('No Pack/readme.txt', 'no song')
  })
  afterAll(async () => {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  })

  const write = async (path: string, bytes: string | Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  const pack = (...args: string[]) => runLedger(dataDir, ['pack', ...args])
  const packs = async () => {
    const { body } = await call(`${server?.url}/api/packs`)
    return listPacks.answer.parse(body).data.map(({ name, simfileCount }) => [name, simfileCount])
  }

  it('adds folders and zips beside a server, many at once, and says what was refused', async () => {
    const added = await pack(
      'add',
      join(folder, 'Four Panels Deep'),
      join(folder, 'Zipped.zip'),
      join(folder, 'No Pack'),
    )
    expect(added.code).toBe(1)
    expect(added.out).toMatch(
      /Four Panels Deep: pack \d+, 2 songs, 2 charts\.\nZipped: pack \d+, 1 song, 1 chart\./,
    )
    expect(added.err).toContain('No Pack: No valid chart files found')
    expect(await packs()).toEqual([
      ['Four Panels Deep', 2],
      ['Zipped', 1],
    ])
    const { body } = await call(`${server?.url}/api/simfiles?search=two`)
    expect(listSimfiles.answer.parse(body).data).toMatchObject([{ title: 'Two', chartCount: 1 }])
  })

  it('renames a pack, but not to a name that another one has', async () => {
    expect(await pack('rename', 'zipped', 'four panels deep')).toMatchObject({ code: 3 })
    expect(await pack('rename', 'zipped', 'Unzipped')).toMatchObject({ code: 0 })
    expect(await packs()).toEqual([
      ['Four Panels Deep', 2],
      ['Unzipped', 1],
    ])
  })

  it('removes a pack from the lists, asking first, and adds it again', async () => {
    expect(await pack('remove', 'Unzipped')).toMatchObject({ code: 2 })
    expect(await pack('remove', 'Unzipped', '--yes')).toMatchObject({ code: 0 })
    expect(await packs()).toEqual([['Four Panels Deep', 2]])
    expect(await pack('remove', 'Never There', '--yes')).toMatchObject({
      err: expect.stringContaining('There is no pack Never There'),
    })
  })

  it('adds packs where no server runs, and folds them', async () => {
    await server?.stop()
    await write('Alone/A/a.ssc', simfile)

    expect(await pack('add', join(folder, 'Alone'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 song'),
    })

    server = await startServer(dataDir)
    expect(await packs()).toContainEqual(['Alone', 1])
  })
})
