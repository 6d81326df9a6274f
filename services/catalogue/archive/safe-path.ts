import { maxNameLength, maxPathLength } from '@stepledger/contracts/packs/pack-limits.ts'
import { PackError, quoted } from './pack-error.ts'

/** Hosts in `versionMadeBy` that separate folders with a backslash: FAT and NTFS. */
const windowsHosts = new Set([0, 10])

/**
 * Sanitises a name in a zip: segments joined by `/`, NFC, without `.`. Throws PackError for a path that leaves the zip or
 * is invalid. `madeBy`: the entry's `versionMadeBy`.
 */
export function safePath(name: string, madeBy: number): string {
  if (/\p{Cc}/u.test(name))
    throw new PackError(`The name ${quoted(name)} in the zip has a control character.`)
  // PowerShell and old .NET write backslashes as separators; on other systems they are part of a name.
  const path = windowsHosts.has(madeBy >> 8) ? name.replaceAll('\\', '/') : name
  if (path.includes('\\')) throw new PackError(`The name ${quoted(name)} in the zip has a backslash.`)
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) {
    throw new PackError(`The path ${quoted(name)} in the zip is not relative to the zip.`)
  }
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.includes('..')) throw new PackError(`The path ${quoted(name)} leads out of the zip.`)
  if (path.length > maxPathLength || segments.some((segment) => segment.length > maxNameLength)) {
    throw new PackError(`The name ${quoted(name)} in the zip is too long.`)
  }
  return segments.join('/').normalize('NFC')
}
