import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Contents of `DATA_DIR/operator.json`, mode 0600: who can read it may operate the running server. Written anew at every
 * start, so that a copy of the file opens nothing for long.
 */
const operatorFile = z.object({ url: z.url(), secret: z.string().min(32) })
type OperatorFile = z.infer<typeof operatorFile>

const fileOf = (dataDir: string) => join(dataDir, 'operator.json')

export function newOperatorSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Null if the file is missing or damaged. */
export async function readOperatorFile(dataDir: string): Promise<OperatorFile | null> {
  try {
    return operatorFile.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return null
  }
}

export async function writeOperatorFile(dataDir: string, content: OperatorFile): Promise<void> {
  const draft = `${fileOf(dataDir)}.${process.pid}`
  await writeFile(draft, JSON.stringify(content), { mode: 0o600 })
  await rename(draft, fileOf(dataDir))
}

/** Unless another server has overwritten it. */
export async function removeOperatorFile(dataDir: string, secret: string): Promise<void> {
  if ((await readOperatorFile(dataDir))?.secret === secret) await rm(fileOf(dataDir), { force: true })
}
