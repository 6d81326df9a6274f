import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Creates a profile, with this Stepledger.ini unless it is null. Returns the profile's folder as the game names it. */
export async function createProfile(folder: string, id: string, ini: string | null): Promise<string> {
  const path = `/Save/LocalProfiles/${id}/`
  await mkdir(join(folder, path), { recursive: true })
  if (ini !== null) await writeFile(join(folder, path, 'Stepledger.ini'), ini)
  return path
}

/** Returns the lines of the journal of a profile. */
export async function journalOf(folder: string, profile: string): Promise<string[]> {
  const dir = join(folder, profile, 'Stepledger')
  const files = await readdir(dir).catch(() => [])
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.jsonl')).map((file) => readFile(join(dir, file), 'utf8')),
  )
  return texts
    .join('')
    .split('\n')
    .filter((text) => text !== '')
}
