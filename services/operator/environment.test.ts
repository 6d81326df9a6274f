import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { command } from '../../tests/operator/command.ts'
import { readConfig } from '../platform/config/config.ts'
import { commandEnvironment } from './environment.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Settings of the server whose names are common words, and those that go with a listed one. */
const others = ['port', 'host', 'streams', 'mailFrom']

it('`ledger --help` lists every setting that the code of the commands reads, and no other', async () => {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && file !== 'environment.ts',
  )
  const code = files.map((file) => readFileSync(join(here, file), 'utf8')).join('\n')
  const read = Object.keys(readConfig({})).filter(
    (field) => !others.includes(field) && new RegExp(`\\b${field}\\b`).test(code),
  )
  expect(commandEnvironment.map(({ field }) => field).sort()).toEqual(read.sort())

  const { out } = await command('', ['--help'])
  for (const { variable } of commandEnvironment) expect(out.join('\n')).toContain(`  ${variable} `)
  expect((await command('', ['status', '--help'])).out.join('\n')).toMatch(/`ledger --help`$/)
})
