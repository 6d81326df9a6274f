// @ts-check
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const skippedFolders = new Set(['node_modules', 'dist', '.cache'])
const skippedFiles = /\.test\.tsx?$/

/**
 * A hash of the names and contents of the files below these paths, without tests.
 * @param {string} root
 * @param {string[]} paths relative to root; those that don't exist count as empty
 * @returns {string}
 */
export function hashSources(root, paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(root, path)).sort()) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(root, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (found === undefined) return []
  if (found.isFile()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const below = `${path}/${entry.name}`
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesBelow(root, below)
    return entry.isFile() && !skippedFiles.test(entry.name) ? [below] : []
  })
}
