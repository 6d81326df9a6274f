import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { satisfies } from 'semver'
import { beforeAll, describe, expect, it } from 'vitest'
import { entries } from '../../scripts/build.mjs'
import { root } from './compose-file.ts'

interface Instruction {
  readonly name: string
  readonly rest: string
}

describe('the Dockerfile', () => {
  let stages: { readonly name: string; readonly from: string; readonly instructions: Instruction[] }[]

  beforeAll(async () => {
    stages = []
    for (const { name, rest } of instructionsOf(await readFile(new URL('Dockerfile', root), 'utf8'))) {
      if (name === 'FROM') {
        const [from = '', , as = ''] = rest.split(' ')
        stages.push({ name: as, from, instructions: [] })
      } else stages.at(-1)?.instructions.push({ name, rest })
    }
  })
  const all = (name: string) =>
    stages.flatMap(({ instructions }) => instructions.filter((one) => one.name === name))
  const last = (name: string) => stages.at(-1)?.instructions.filter((one) => one.name === name) ?? []

  it('builds on a Node version that the packages support', async () => {
    const { engines } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
    const [image, ...others] = new Set(stages.map(({ from }) => from))
    expect(others).toEqual([])
    const [, version = ''] = /^node:(\d+\.\d+\.\d+)-bookworm-slim$/.exec(image ?? '') ?? []
    expect([version, satisfies(version, engines.node)]).toEqual([version, true])
  })

  it('copies existing files, from earlier stages', () => {
    for (const { rest } of all('COPY')) {
      const words = rest.split(' ')
      const stage = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
      const sources = words.slice(0, -1)
      if (stage) expect(stages.slice(0, -1).map(({ name }) => name)).toContain(stage)
      else
        for (const source of sources)
          expect([source, existsSync(new URL(source, root))]).toEqual([source, true])
    }
    for (const { rest } of all('RUN')) {
      const [, script] = /^node (\S+)/.exec(rest) ?? []
      if (script) expect(existsSync(new URL(script, root))).toBe(true)
    }
  })

  it('installs with every workspace of the lock file present', async () => {
    const { workspaces } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
    for (const { instructions } of stages.slice(0, -1)) {
      const install = instructions.findIndex(({ rest }) => rest.startsWith('npm ci'))
      const copied = instructions.slice(0, install).map(({ rest }) => rest)
      for (const workspace of workspaces) expect(copied).toContain(`${workspace}/package.json ${workspace}/`)
    }
  })

  it('runs built programs as a user other than root, with valid settings', () => {
    const programs = [...last('CMD'), ...last('HEALTHCHECK')].flatMap(
      ({ rest }) => rest.match(/dist\/[\w-]+\.js/g) ?? [],
    )
    expect(programs).toEqual(['dist/main.js', 'dist/check-health.js'])
    expect(Object.keys(entries).map((entry) => `dist/${entry}.js`)).toEqual(expect.arrayContaining(programs))
    expect(last('USER')).toEqual([{ name: 'USER', rest: 'node' }])
    const names = stages.at(-1)?.instructions.map(({ name }) => name) ?? []
    expect(names.lastIndexOf('USER')).toBeGreaterThan(names.lastIndexOf('RUN'))

    const env = Object.fromEntries(
      last('ENV').flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('='))),
    )
    const { port, dataDir, host } = readConfig(env)
    expect([String(port), dataDir, host]).toEqual([
      last('EXPOSE')[0]?.rest,
      last('VOLUME')[0]?.rest,
      '0.0.0.0',
    ])
    expect(names.lastIndexOf('VOLUME')).toBeGreaterThan(names.lastIndexOf('RUN'))
  })
})

function instructionsOf(text: string): Instruction[] {
  const lines = text.replaceAll('\\\n', ' ').split('\n')
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...rest] = line.split(/\s+/)
      return { name, rest: rest.join(' ') }
    })
}
