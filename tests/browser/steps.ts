import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { mediaKey } from '@stepledger/contracts/storage-keys.ts'
import { folderStorage } from '@stepledger/services/platform/storage/folder-storage.ts'
import type { Site } from './site.ts'

/** Stores the steps of a chart as the processing of packs does, and returns their SHA-256. */
export async function storeSteps({ dataDir, url }: Site, steps: unknown): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(steps))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const storage = await folderStorage({
    folder: join(dataDir, 'storage'),
    publicUrl: () => url,
    now: () => Date.now(),
  })
  await storage.put(mediaKey(sha256, 'json'), bytes)
  await storage.close()
  return sha256
}

/** Runs of 16ths at 150 BPM with every kind of note on every part of a beat, the first at 3 s. */
export function someSteps(panels: number, measures: number): StepPreview {
  const rows: { second: number; tick: number; cells: string }[] = []
  const beat = 0.4
  const add = (beats: number, notes: Readonly<Record<number, string>>) =>
    rows.push({
      second: Math.round((3 + beats * beat) * 1000) / 1000,
      tick: Math.round(beats * 48) % 48,
      cells: Array.from({ length: panels }, (_, panel) => notes[panel] ?? '0').join(''),
    })
  for (let measure = 0; measure < measures; measure += 1) {
    const from = measure * 4
    add(from, { 0: '1', [panels - 1]: '1' })
    add(from + 0.25, { 1: '1' })
    add(from + 0.5, { 2: '2' })
    add(from + 2 / 3, { 0: 'M' })
    add(from + 0.75, { [panels - 2]: 'M', [panels - 1]: '1' })
    add(from + 1, { 0: '4' })
    add(from + 1 + 1 / 6, { 1: '1' })
    add(from + 1 + 1 / 3, { 1: '1' })
    add(from + 1.5, { 1: 'L', 2: '3' })
    add(from + 1.5625, { [panels - 1]: '1' })
    add(from + 1.625, { 1: '1' })
    add(from + 2, { 0: '3', 1: 'F', [panels - 2]: '1' })
    for (let step = 0; step < 7; step += 1) add(from + 2.25 + step / 4, { [(step * 3) % panels]: '1' })
  }
  return {
    panels,
    seconds: rows.map(({ second }) => second),
    ticks: rows.map(({ tick }) => tick),
    notes: rows.map(({ cells }) => cells).join(''),
  }
}
