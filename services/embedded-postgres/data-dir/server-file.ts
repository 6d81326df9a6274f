import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Contents of `DATA_DIR/server.json` about the process that holds the folder. For information and error messages only;
 * the lock decides.
 */
const serverFileSchema = z.object({
  pid: z.int().positive(),
  /** Address of the server, or null for a command, and while a server is starting. */
  url: z.string().nullable(),
  startedAt: z.iso.datetime(),
})
export type ServerFile = z.infer<typeof serverFileSchema>

const fileOf = (dataDir: string) => join(dataDir, 'server.json')

/** Returns null if the file is missing or damaged. */
export async function readServerFile(dataDir: string): Promise<ServerFile | null> {
  try {
    return serverFileSchema.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return null
  }
}

export async function writeServerFile(dataDir: string, content: ServerFile): Promise<void> {
  const draft = `${fileOf(dataDir)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(content)}\n`, { mode: 0o644 })
  await rename(draft, fileOf(dataDir))
}

/** Deletes the file, unless another process has overwritten it. */
export async function removeServerFile(dataDir: string, pid: number): Promise<void> {
  if ((await readServerFile(dataDir))?.pid === pid) await rm(fileOf(dataDir), { force: true })
}
