// @ts-check
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { moduleSource } from './module-source.mjs'

/**
 * Visual styles of Simply Love, which looks for fallback banners in a folder for each. A style without one gets those
 * of Arrows.
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
 * Writes what players install into the game below `outDir`: the folders `module` and `theme`, which the server offers as
 * zips, and the version.
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

  for (const [folder, files] of Object.entries({ module, theme })) {
    for (const [name, bytes] of files) {
      const path = join(outDir, folder, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
    }
  }
  await writeFile(join(outDir, 'version.json'), `${JSON.stringify({ version })}\n`)
}

/**
 * Copies our banners, which are the same in every style, to the folder of each.
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
 * @param {string} prefix before each name
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
