// @ts-check
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { moduleSource } from './module-source.mjs'
import { reproducibleZip } from './reproducible-zip.mjs'

/**
 * Simply Love looks for banners in a folder named after its visual style. One that is not here gets those of Arrows.
 */
export const visualStyles = [
  'Arrows',
  'Bears',
  'Cats',
  'Ducks',
  'Gay',
  'Hearts',
  'Spooky',
  'Stars',
  'Technique',
  'Thonk',
]

/**
 * Writes into `outDir` what players download: the zips of the module and of the theme, their checksums, and
 * beside these the Lua file by itself.
 * @param {string} root
 * @param {string} outDir
 */
export async function buildClient(root, outDir) {
  const { version } = JSON.parse(await readFile(join(root, 'contracts/game-client/version.json'), 'utf8'))
  const lua = Buffer.from(await moduleSource(root, version))
  const languages = await filesBelow(join(root, 'client/module/languages'), 'Stepledger')
  const module = new Map([['Stepledger.lua', lua], ...languages])

  const theme = withBannersOfStyles(await filesBelow(join(root, 'client/theme'), 'Stepledger'))
  for (const [name, bytes] of module) theme.set(`Stepledger/Modules/${name}`, bytes)
  const info = theme.get('Stepledger/ThemeInfo.ini')?.toString() ?? ''
  theme.set('Stepledger/ThemeInfo.ini', Buffer.from(info.replace('{version}', version)))

  /** @type {[string, Buffer][]} */
  const files = [
    ['Stepledger.lua', lua],
    ['stepledger-module.zip', await reproducibleZip(module)],
    ['stepledger-theme.zip', await reproducibleZip(theme)],
  ]
  for (const [name, bytes] of files) await writeFile(join(outDir, name), bytes)
  // Under the names that browsers save them by.
  const sums = files
    .filter(([name]) => name.endsWith('.zip'))
    .map(([name, bytes]) => `${sha256(bytes)}  ${name.slice(0, -'.zip'.length)}-${version}.zip\n`)
  await writeFile(join(outDir, 'SHA256SUMS'), sums.join(''))
  await writeFile(join(outDir, 'version.json'), `${JSON.stringify({ version })}\n`)
}

/** @param {Buffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/**
 * Our banners are the same in every style.
 * @param {ReadonlyMap<string, Buffer>} theme
 * @returns {Map<string, Buffer>}
 */
function withBannersOfStyles(theme) {
  const folder = 'Graphics/_FallbackBanners/'
  return new Map(
    [...theme].flatMap(([path, bytes]) => {
      const [before, name] = path.split(folder)
      if (name === undefined) return [/** @type {const} */ ([path, bytes])]
      return visualStyles.map((style) => /** @type {const} */ ([`${before}${folder}${style}/${name}`, bytes]))
    }),
  )
}

/**
 * @param {string} folder
 * @param {string} prefix before each name in the zip
 * @returns {Promise<Map<string, Buffer>>}
 */
async function filesBelow(folder, prefix) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = paths.map(async (path) => {
    const name = path
      .slice(folder.length + 1)
      .split(sep)
      .join('/')
    return /** @type {const} */ ([`${prefix}/${name}`, await readFile(path)])
  })
  return new Map(await Promise.all(read))
}
