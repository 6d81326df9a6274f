import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { command } from '../../tests/operator/command.ts'
import { Command } from './command.ts'
import { explainFileError } from './file-error.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stepledger-files-'))
  writeFileSync(join(folder, 'file'), 'not a key')
})
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['event announce missing --yes', 'missing cannot be opened: no such file or folder'],
  ['event points slug missing --yes', 'missing cannot be opened: no such file or folder'],
  ['event preview slug --points missing', '--points: missing cannot be opened: no such file or folder'],
  ['rules publish missing --yes', 'missing cannot be opened: no such file or folder'],
  ['rules preview missing', 'missing cannot be opened: no such file or folder'],
])('`ledger %s` names the option and the file', async (args, text) => {
  expect(await command('postgres://localhost/none', args.split(' '))).toMatchObject({ code: 2, err: text })
})

it('a file that a command found by itself is named by its path, and is no mistake in the command line', async () => {
  const path = join(folder, 'file', 'below')
  const text = `${path} cannot be opened: a part of its path is not a folder`
  const run = await command('', ['dump', '--check', join(folder, 'file')])
  expect(run).toMatchObject({ code: 3, err: text.replace('below', 'manifest.json') })
  const error: unknown = await mkdir(join(path, 'more'), { recursive: true }).catch((thrown) => thrown)
  const out = new Command().option('--out <dir>').parse(['--out', path], { from: 'user' })
  expect(explainFileError(error, out)).toMatchObject({
    text: `${join(path, 'more')} cannot be created: a part of its path is not a folder`,
    isArgument: false,
  })
  expect(explainFileError(new Error('anything else'), out)).toBeNull()
})
