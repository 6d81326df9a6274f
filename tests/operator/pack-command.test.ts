import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chartPage } from '@stepledger/contracts/http/charts.ts'
import { refuseCharts } from '@stepledger/contracts/http/operated-packs.ts'
import { listPackUploads, listWaitingCharts } from '@stepledger/contracts/http/pack-uploads.ts'
import { listPacks, listSimfiles } from '@stepledger/contracts/http/packs.ts'
import { readSimfile } from '@stepledger/services/catalogue/simfile/read-simfile.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendPack, waitUntilProcessed } from '../catalogue/upload.ts'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { itLong } from '../length.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
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

  it('adds folders and zips beside a server, several at once, and reports rejected ones', async () => {
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

  it('renames a pack, but not to the name of another one', async () => {
    expect(await pack('rename', 'zipped', 'four panels deep')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another pack is called four panels deep'),
    })
    expect(await pack('rename', 'zipped', 'Unzipped')).toMatchObject({ code: 0 })
    expect(await packs()).toEqual([
      ['Four Panels Deep', 2],
      ['Unzipped', 1],
    ])
  })

  it('removes a pack after a confirmation, and adds it again', async () => {
    expect(await pack('remove', 'Unzipped')).toMatchObject({ code: 2 })
    expect(await pack('remove', 'Unzipped', '--yes')).toMatchObject({ code: 0 })
    expect(await packs()).toEqual([['Four Panels Deep', 2]])
    expect(await pack('remove', 'Unzipped', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not in the lists'),
    })
    expect(await pack('remove', 'Never There', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no pack Never There'),
    })
  })

  describe('with two uploaders', () => {
    /** The same notes with one row fewer to judge: the hash is the same. */
    const oneRow = simfile.replace('#BPMS', '#FAKES:0.5=1000;\n#BPMS').replace('Marble Run', 'Follow me')
    const charts = readSimfile(Buffer.from(simfile), 'ssc').charts
    const hash = charts[0]?.hash.hash ?? ''
    let honest: Player
    let other: Player
    const url = () => server?.url ?? ''
    const upload = async (player: Player, name: string, files: Record<string, string>) =>
      waitUntilProcessed(url(), player, await sendPack(url(), player, name, madePack(name, files)))
    const chartNow = async () => {
      const { title, radarValues, simfiles } = chartPage.parse(
        (await call(`${url()}/api/chart/${hash}`)).body,
      )
      return { title, rows: radarValues?.rows, packs: simfiles.map((song) => song.pack.name) }
    }
    const folded = (title: string) =>
      vi.waitUntil(
        async () => {
          const { body } = await call(`${url()}/api/simfiles?search=${encodeURIComponent(title)}`)
          return listSimfiles.answer.parse(body).data.length > 0
        },
        { timeout: 20_000, interval: 50 },
      )
    const decisions = async () =>
      (await runLedger(dataDir, ['events', '--type', 'ChartSourcesDecided'])).out.trim().split('\n').length
    const waitingOf = async ({ token }: Player) => {
      const { body } = await call(`${url()}/api/pack/waiting`, { token })
      return listWaitingCharts.answer.parse(body)
    }

    beforeAll(async () => {
      honest = await newPlayer(url(), 'hana')
      other = await newPlayer(url(), 'otto')
      for (const alias of ['hana', 'otto'])
        expect(await runLedger(dataDir, ['grant', alias, 'packs.upload'])).toMatchObject({ code: 0 })
      // The operator's packs contain the same chart.
      for (const name of ['Four Panels Deep', 'Unzipped']) await pack('remove', name, '--yes')
      expect(await upload(honest, 'First', { 'A/a.ssc': simfile })).toMatchObject({ state: 'ready' })
      await folded('Marble Run')
    })

    it('a pack belongs to its first uploader: others get 409, until an operator changes the owner', async () => {
      const body = { filename: 'FIRST.zip', contentType: 'application/zip', size: 10 }
      const asked = () => call(`${url()}/api/pack/upload-url`, { token: other.token, body })
      expect(await asked()).toMatchObject({
        status: 409,
        body: { error: 'A pack of this name belongs to another uploader.', field: 'filename' },
      })
      expect(await pack('owner', 'First', 'nobody at all')).toMatchObject({ code: 1 })
      expect(await pack('owner', 'First', 'otto')).toMatchObject({ code: 0 })
      expect(await asked()).toMatchObject({ status: 200 })
      expect(await pack('owner', 'First', 'hana')).toMatchObject({ code: 0 })
      expect(await asked()).toMatchObject({ status: 409 })
    })

    it('a chart that another uploader states differently stays unchanged, and both see it', async () => {
      const sent = await upload(other, 'Second', { 'B/b.ssc': oneRow })
      expect(sent).toMatchObject({ state: 'ready' })
      await folded('Follow me')
      expect(await chartNow()).toEqual({ title: 'Marble Run', rows: 128, packs: ['First'] })
      const { body } = await call(`${url()}/api/pack/uploads`, { token: other.token })
      const listed = listPackUploads.answer.parse(body).uploads.find(({ id }) => id === sent.id)
      expect(listed?.waitingCharts).toBe(1)
      expect(await waitingOf(other)).toMatchObject({
        own: [{ hash, known: { packName: 'First' } }],
        toDecide: [],
      })
      expect(await waitingOf(honest)).toMatchObject({
        own: [],
        toDecide: [{ states: { title: 'Follow me' } }],
      })
      expect(await pack('waiting')).toMatchObject({ code: 0, out: expect.stringMatching(/rows: 128 → \d/) })
      expect(await pack('accept', 'Second', '--song', '999999', '--dry-run')).toMatchObject({
        code: 1,
        err: expect.stringContaining('No chart of song 999999 of this pack waits'),
      })
      expect(await pack('accept', 'Second', '--song', 'B', '--dry-run')).toMatchObject({
        code: 2,
        err: expect.stringContaining('--song: Invalid input: expected number, received string'),
      })
    })

    it('only the first uploader and operators decide', async () => {
      const [chart] = (await waitingOf(honest)).toDecide
      if (!chart) throw new Error('no chart waits for review')
      const { songId, content, packId } = chart
      const decide = ({ token }: Player, accepted: boolean, charts = [{ songId, hash, content }]) =>
        call(`${url()}/api/pack/waiting`, { token, body: { packId, accepted, charts } })
      expect(await decide(other, true)).toMatchObject({ status: 409 })
      expect(await decide(honest, true, [{ songId, hash, content: '0'.repeat(32) }])).toMatchObject({
        status: 409,
      })
      expect(await decide(honest, false)).toMatchObject({ status: 200, body: { decided: 1 } })
      expect((await waitingOf(honest)).toDecide).toEqual([])
      expect((await chartNow()).packs).toEqual(['First'])

      expect(
        await upload(other, 'Second', { 'B/b.ssc': oneRow.replace('Follow me', 'Follow us') }),
      ).toMatchObject({ state: 'ready' })
      await folded('Follow us')
      expect(await pack('refuse', 'Second')).toMatchObject({ code: 2 })
      expect(await pack('refuse', 'Second', '--yes')).toMatchObject({
        code: 0,
        out: expect.stringMatching(/Pack name +Second\nCharts +1\n/),
      })
      expect((await waitingOf(other)).own).toEqual([])
      expect((await chartNow()).packs).toEqual(['First'])
      // On the site operators decide about the charts that they saw, with a reason.
      expect(
        await upload(other, 'Second', { 'B/b.ssc': oneRow.replace('Follow me', 'Follow you') }),
      ).toMatchObject({ state: 'ready' })
      await folded('Follow you')
      const { token } = honest
      const refuse = (body: object) =>
        call(`${url()}/api/admin/pack/refuse`, { token, body: { input: { pack: packId }, ...body } })
      expect(await refuse({ dryRun: true })).toMatchObject({ status: 403 })
      expect(await runLedger(dataDir, ['grant', honest.alias, 'ledger.operate'])).toMatchObject({ code: 0 })
      const waiting = async () => (await call(`${url()}/api/admin/uploads`, { token })).body
      expect(await waiting()).toMatchObject({
        uploads: [{ name: 'FIRST', uploader: 'otto', state: 'issued', size: 10 }],
        waiting: [{ packId, packName: 'Second', charts: 1 }],
      })
      const { plan, confirms } = refuseCharts.answer.parse((await refuse({ dryRun: true })).body)
      expect(plan).toMatchObject({ packName: 'Second', charts: 1, waiting: [{ inForce: 'First' }] })
      const reason = 'not this song'
      expect(await refuse({ reason, confirms: 'another' })).toMatchObject({ status: 409 })
      expect(await refuse({ reason, confirms })).toMatchObject({ status: 200, body: { done: { charts: 1 } } })
      expect(await waiting()).toMatchObject({ waiting: [] })
      expect((await runLedger(dataDir, ['audit'])).out).toMatch(/Charts refused.*not this song/)
      // Another text needs another decision.
      expect(
        await upload(other, 'Second', {
          'B/b.ssc': oneRow
            .replace('Follow me', 'Follow them')
            .replace('#DESCRIPTION:', '#DESCRIPTION:for beginners'),
        }),
      ).toMatchObject({ state: 'ready' })
      await folded('Follow them')
      expect(await pack('waiting', 'Second')).toMatchObject({
        out: expect.stringContaining('description: - → for beginners'),
      })
      const [changed] = (await waitingOf(honest)).toDecide
      const song = String(changed?.songId)
      expect(await pack('accept', 'Second', '--song', song)).toMatchObject({ code: 2 })
      expect(await pack('accept', 'Second', '--song', song, '--yes')).toMatchObject({
        code: 0,
        out: expect.stringMatching(/Charts +1$/m),
      })
      const recorded = new RegExp(`Charts accepted +pack ${packId}, song ${song}, charts 1`)
      await vi.waitUntil(async () => recorded.test((await runLedger(dataDir, ['audit'])).out), {
        timeout: 20_000,
      })
      expect(await chartNow()).toEqual({ title: 'Marble Run', rows: 128, packs: ['First', 'Second'] })
    })

    it('the first pack, removed and sent again, is as before', async () => {
      await pack('remove', 'Second', '--yes')
      await pack('remove', 'First', '--yes')
      expect(await call(`${url()}/api/chart/${hash}`)).toMatchObject({ status: 404 })
      expect(await upload(honest, 'First', { 'A/a.ssc': simfile })).toMatchObject({ state: 'ready' })
      await folded('Marble Run')
      expect(await chartNow()).toEqual({ title: 'Marble Run', rows: 128, packs: ['First'] })
    })

    itLong('without a server a decision is made once, too', async () => {
      await upload(other, 'Second', { 'B/b.ssc': oneRow.replace('Follow me', 'Follow on') })
      await folded('Follow on')
      await server?.stop()
      const before = await decisions()
      expect(await pack('refuse', 'Second', '--yes')).toMatchObject({ code: 0 })
      expect(await pack('accept', 'Second', '--yes')).toMatchObject({
        code: 1,
        err: expect.stringContaining('No chart of this pack waits'),
      })
      expect(await decisions()).toBe(before + 1)
      server = await startServer(dataDir)
    })
  })

  itLong('adds packs and folds them without a running server', async () => {
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
