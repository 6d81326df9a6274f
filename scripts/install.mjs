// @ts-check
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { printProgress, root as project } from './root.mjs'

const oldestNode = [20, 19]

/**
 * Installs the packages when node_modules is missing or package-lock.json has changed. Otherwise needs no network.
 * @param {{ root?: string }} [options]
 * @returns {Promise<boolean>} whether it installed
 */
export async function ensureInstalled({ root = project } = {}) {
  checkNode()
  if (await isInstalled(root)) return false
  return withLock(join(root, '.cache', 'install.lock'), async () => {
    if (await isInstalled(root)) return false
    printProgress('Installing packages as package-lock.json lists them (npm ci)')
    await npmCi(root)
    await writeFile(stampOf(root), await hashOfLock(root))
    return true
  })
}

/** @param {string} root */
async function isInstalled(root) {
  const hash = await hashOfLock(root)
  if ((await readFile(stampOf(root), 'utf8').catch(() => '')) === hash) return true
  if (!(await agreesWithNpm(root))) return false
  await writeFile(stampOf(root), hash)
  return true
}

/**
 * Whether node_modules matches the lock file, as after a manual npm install. npm records at the end of an installation
 * what it installed; with --package-lock-only it also records packages that it did not install, so their folders are
 * checked too.
 * @param {string} root
 */
async function agreesWithNpm(root) {
  const [wanted, found] = await Promise.all([
    packagesOf(join(root, 'package-lock.json')),
    packagesOf(join(root, 'node_modules', '.package-lock.json')),
  ])
  if (wanted === null || found === null) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    const noted = found[path]
    // Optional packages for other platforms are not installed.
    if (noted === undefined && entry.optional === true) continue
    if (noted?.version !== entry.version || noted?.integrity !== entry.integrity) return false
    const version = await versionOf(join(root, path))
    if (version === null || (entry.version !== undefined && version !== entry.version)) return false
  }
  return true
}

/**
 * @param {string} folder
 * @returns {Promise<string | null>}
 */
async function versionOf(folder) {
  try {
    return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version ?? ''
  } catch {
    return null
  }
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, { version?: string, integrity?: string, optional?: boolean }> | null>}
 */
async function packagesOf(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

/** @param {string} root */
const stampOf = (root) => join(root, 'node_modules', '.stepledger-lock')

/** @param {string} root */
async function hashOfLock(root) {
  const lock = await readFile(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).digest('hex')
}

/**
 * Includes development packages in every environment, because they build the app.
 * @param {string} root
 * @returns {Promise<void>}
 */
function npmCi(root) {
  const npm = process.env.npm_execpath
  const [program, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  return new Promise((resolve, reject) => {
    // Its stdout goes to our stderr.
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 2, 2] })
    // Ends together with this process.
    const end = () => child.kill()
    process.once('exit', end)
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', end)
      if (code === 0) resolve()
      else reject(new Error(`npm ci ended with ${code}: see above`))
    })
  })
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = oldestNode
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new Error(`Stepledger needs Node ${oldestNode.join('.')} or newer, this is ${process.versions.node}`)
}
