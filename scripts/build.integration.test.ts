import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureBuilt } from './build.mjs'

const run = promisify(execFile)
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'stepledger-build-'))
  await source('contracts/greeting.ts', `export const greeting: string = 'one'`)
  await source(
    'services/main.ts',
    `import { greeting } from '@stepledger/contracts/greeting.ts'\nprocess.stdout.write(greeting)`,
  )
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function source(file: string, text: string) {
  await mkdir(join(root, file, '..'), { recursive: true })
  await writeFile(join(root, file), text)
}
const output = async (program: string) => (await run(process.execPath, [join(root, 'dist', program)])).stdout
const madeAt = async (file: string) => (await stat(join(root, 'dist', file))).ino

describe('the build', () => {
  it('bundles our own packages into the programs', async () => {
    expect(await ensureBuilt({ root })).toEqual(['server'])

    expect(await output('main.js')).toBe('one')
    expect(await readdir(join(root, 'dist'))).toEqual(['.server-sources', 'main.js', 'main.js.map'])
  })

  it('names the sources in stack traces by their paths', async () => {
    await source('services/main.ts', `throw new Error('here')`)
    await ensureBuilt({ root })
    const thrown = run(process.execPath, ['--enable-source-maps', join(root, 'dist/main.js')])
    await expect(thrown).rejects.toThrow(`${join(root, 'services/main.ts')}:1:7`)
  })

  it('does nothing without changed sources, whatever the dates of the files', async () => {
    await ensureBuilt({ root })
    const before = await madeAt('main.js')
    await source('contracts/greeting.ts', `export const greeting: string = 'one'`)

    expect(await ensureBuilt({ root })).toEqual([])
    expect(await madeAt('main.js')).toBe(before)
  })

  it('does nothing when only tests have changed', async () => {
    await ensureBuilt({ root })
    await source('contracts/greeting.test.ts', `export {}`)

    expect(await ensureBuilt({ root })).toEqual([])
  })

  it('rebuilds when a source has changed or an output is missing', async () => {
    await ensureBuilt({ root })
    await source('contracts/greeting.ts', `export const greeting: string = 'two'`)
    expect(await ensureBuilt({ root })).toEqual(['server'])
    expect(await output('main.js')).toBe('two')

    await rm(join(root, 'dist/main.js'))
    expect(await ensureBuilt({ root })).toEqual(['server'])
    expect(await output('main.js')).toBe('two')
  })

  it('keeps the last working program when the sources are broken', async () => {
    await ensureBuilt({ root })
    await source('services/main.ts', `import '@stepledger/contracts/missing.ts'`)

    await expect(ensureBuilt({ root })).rejects.toThrow('missing.ts')
    expect(await output('main.js')).toBe('one')
    expect(await readdir(join(root, 'dist'))).toEqual(['.server-sources', 'main.js', 'main.js.map'])
  })

  it('builds the web app separately from the programs', async () => {
    await ensureBuilt({ root })
    await source('web/index.html', '<title>one</title><script type="module" src="/app.js"></script>')
    await source('web/app.js', `document.title = 'app'`)
    expect(await ensureBuilt({ root, parts: ['server'] })).toEqual([])
    expect(await ensureBuilt({ root })).toEqual(['web'])
    expect(await readFile(join(root, 'dist/web/index.html'), 'utf8')).toContain('one')

    await source('web/index.html', '<title>two</title>')
    expect(await ensureBuilt({ root })).toEqual(['web'])
    expect(await readFile(join(root, 'dist/web/index.html'), 'utf8')).toContain('two')
    expect(await ensureBuilt({ root })).toEqual([])
  })

  it('refuses packages that a program in dist/ would not find', async () => {
    await mkdir(join(root, 'services/node_modules'))

    await expect(ensureBuilt({ root })).rejects.toThrow('services/node_modules')
  })

  it('runs once when three processes start it at the same time', async () => {
    const script = `import { ensureBuilt } from ${JSON.stringify(new URL('./build.mjs', import.meta.url).href)}
      process.stdout.write(String((await ensureBuilt({ root: ${JSON.stringify(root)} })).length))`
    const built = await Promise.all(
      [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', script])),
    )

    expect(built.map(({ stdout }) => stdout).sort()).toEqual(['0', '0', '1'])
    expect(await output('main.js')).toBe('one')
  })

  it('is not blocked by a killed one', async () => {
    await source('.cache/build.lock', '4194999')

    expect(await ensureBuilt({ root })).toEqual(['server'])
  })
})
