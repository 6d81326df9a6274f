import { readFile } from 'node:fs/promises'
import semver from 'semver'
import { expect, it } from 'vitest'
import { z } from 'zod'

const entry = z.object({
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  resolved: z.string().optional(),
  engines: z.object({ node: z.string() }).partial().or(z.array(z.string())).optional(),
})
const lockSchema = z.object({ packages: z.record(z.string(), entry) })
const readLock = async () =>
  lockSchema.parse(JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')))

// npm omits some when it runs on another platform, and then `npm ci` refuses the whole lock file.
it('contains the optional packages of every platform, so that npm ci accepts it', async () => {
  const { packages } = await readLock()
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )

  expect(missing).toEqual([])
})

it('needs no newer Node than package.json states', async () => {
  const { packages } = await readLock()
  const ownEngines = packages['']?.engines
  const oldest = semver.minVersion((!Array.isArray(ownEngines) && ownEngines?.node) || '')
  const tooNew = Object.entries(packages).filter(
    ([, { engines = {} }]) =>
      !Array.isArray(engines) && oldest && !semver.satisfies(oldest, engines.node ?? '*'),
  )

  expect(oldest?.version).toBe('20.19.0')
  expect(tooNew).toEqual([])
})

it('contains no registry, so that any works', async () => {
  const { packages } = await readLock()

  expect(Object.values(packages).flatMap(({ resolved = '' }) => resolved.match(/^https?:/g) ?? [])).toEqual(
    [],
  )
})

it('keeps all packages in one folder, as the build requires', async () => {
  const { packages } = await readLock()

  expect(Object.keys(packages).filter((path) => /^\w+\/node_modules\//.test(path))).toEqual([])
})
