// @ts-check
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './root.mjs'

/**
 * Runs once before tests that use dist/: builds what is stale, in its own process because vitest's module runner has no
 * `import.meta.resolve`.
 */
export default async function buildStale() {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/install-and-build.mjs')])
}
