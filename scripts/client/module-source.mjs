// @ts-check
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const main = 'main'

/**
 * The one Lua file that is installed, made of client/module/src: each source is a function, called the first time that
 * another requires it. The game has no `require` of its own, and nothing of this becomes a global.
 * @param {string} root
 * @param {string} version
 */
export async function moduleSource(root, version) {
  const folder = join(root, 'client/module/src')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.lua')).sort()
  const sources = await Promise.all(
    files.map(async (file) =>
      source(file.slice(0, -'.lua'.length), await readFile(join(folder, file), 'utf8')),
    ),
  )
  const english = await readFile(join(root, 'client/module/languages/en.ini'), 'utf8')
  return [
    `-- Stepledger ${version}: sends what is played to the score server. Put this file into the folder Modules of the theme.`,
    '-- Made by `npm run build` from client/module/src.',
    'local sources, loaded = {}, {}',
    'local function require(name)',
    '\tif loaded[name] == nil then loaded[name] = sources[name]() end',
    '\treturn loaded[name]',
    'end',
    '',
    source('version', `return ${luaText(version)}\n`),
    source('english', `return ${luaTable(readTexts(english))}\n`),
    ...sources,
    `return require(${luaText(main)})`,
    '',
  ].join('\n')
}

/**
 * @param {string} name
 * @param {string} text
 */
const source = (name, text) => `sources[${luaText(name)}] = function()\n${text.trimEnd()}\nend\n`

/**
 * Texts of an ini file by `section.key`, all in lower case, as the module asks for them.
 * @param {string} ini
 */
function readTexts(ini) {
  /** @type {Map<string, string>} */
  const texts = new Map()
  let section = ''
  for (const line of ini.split(/\r?\n/)) {
    const name = /^\[(.+)\]$/.exec(line)
    const entry = /^([^;=][^=]*)=(.*)$/.exec(line)
    if (name?.[1] !== undefined) section = name[1].toLowerCase()
    else if (entry?.[1] !== undefined) texts.set(`${section}.${entry[1].toLowerCase()}`, entry[2] ?? '')
  }
  return texts
}

/** @param {Map<string, string>} texts */
const luaTable = (texts) =>
  `{\n${[...texts].map(([name, text]) => `\t[${luaText(name)}] = ${luaText(text)},`).join('\n')}\n}`

/** @param {string} text */
const luaText = (text) => `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`
