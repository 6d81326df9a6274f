import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { z } from 'zod'
import { type Segment, type StoredObject, segment, storedObject } from '../manifest.ts'
import type { FileStore } from './file-store.ts'

const line = z.union([z.object({ segment }), z.object({ object: storedObject })])
type Line = z.infer<typeof line>

/** What an interrupted backup has stored already: it is in no manifest yet. */
export type Journal = Awaited<ReturnType<typeof openJournal>>

/** Opens the journal in the folder; `prune` deletes it once a backup is complete. */
export async function openJournal(folder: string, files: FileStore) {
  await mkdir(join(folder, 'unfinished'), { recursive: true, mode: 0o700 })
  const path = join(folder, 'unfinished', 'journal')
  const segments: Segment[] = []
  const objects: StoredObject[] = []
  for (const text of (await readFile(path, 'utf8').catch(() => '')).split('\n')) {
    const parsed = line.safeParse(parseJson(text))
    if (!parsed.success) continue
    const one = parsed.data
    const { file } = 'segment' in one ? one.segment : one.object
    if (!(await files.has(file))) continue
    files.reuse(file)
    if ('segment' in one) segments.push(one.segment)
    else objects.push(one.object)
  }
  const handle: FileHandle = await open(path, 'a', 0o600)
  // A line that a kill has cut off ends here.
  await handle.writeFile('\n')
  return {
    segments,
    objects,
    add: (one: Line) => handle.writeFile(`${JSON.stringify(one)}\n`),
    close: () => handle.close(),
  }
}
