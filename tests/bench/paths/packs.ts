import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSimfile } from '@stepledger/services/catalogue/simfile/read-simfile.ts'
import { madeSimfile } from '../../generators/pack.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { measureLatePack } from './late-pack.ts'

const simfiles = 60

/**
 * Parses simfiles with all charts, hashes and counts, compared with reading the same files; and folds a pack after its
 * plays.
 */
export async function measurePacks(flags: Flags, cleanup: Cleanup): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-bench-packs-'))
  cleanup.add(() => rm(folder, { recursive: true }))
  const files = Array.from({ length: simfiles }, (_, n) => join(folder, `${n}.ssc`))
  let charts = 0
  for (const [n, file] of files.entries()) {
    const text = songText(n)
    await writeFile(file, text)
    charts += readSimfile(Buffer.from(text), 'ssc').charts.length
  }
  const chartsPerSecond = async (read: (bytes: Buffer) => void) => {
    const start = performance.now()
    for (const file of files) read(await readFile(file))
    return (charts * 1000) / (performance.now() - start)
  }
  const rates = await interleaved(
    flags.rounds,
    () => chartsPerSecond((bytes) => readSimfile(bytes, 'ssc')),
    () => chartsPerSecond(() => {}),
  )
  const row = rowOf(
    {
      path: 'packs',
      what: 'charts read, hashed and counted',
      unit: 'charts/s',
      floorIs: 'reading the same files',
    },
    rates,
    (rate) => rate,
  )
  return [row, ...(await measureLatePack(flags, cleanup))]
}

/** A song of usual length: two minutes at 150 bpm, five charts. */
function songText(n: number): string {
  const rows = [4, 8, 8, 16, 16]
  return madeSimfile({
    title: `Song ${n}`,
    measures: 75,
    charts: ['Beginner', 'Easy', 'Medium', 'Hard', 'Challenge'].map((difficulty, i) => ({
      difficulty,
      meter: 3 * i + 1,
      rows: rows[i] ?? 16,
    })),
  })
}
