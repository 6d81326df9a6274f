import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname

it("the file in the README's curl command is a play of the chart in its address", () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, file = '', chart = ''] = /--data @(\S+) http:\S+\/v1\/chart\/(\w+)\/play/.exec(readme) ?? []

  const outcome = readPlayBody(JSON.parse(readFileSync(join(root, file), 'utf8')), chart)

  expect(outcome).toMatchObject({ ok: true })
})
