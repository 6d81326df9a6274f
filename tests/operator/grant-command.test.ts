import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ann, type CommandLedger, commandLedger } from './command-ledger.ts'

let ledger: CommandLedger
beforeAll(async () => {
  ledger = await commandLedger()
})
afterAll(() => ledger.given.close())
const run: CommandLedger['run'] = (args, options) => ledger.run(args, options)

describe('ledger grant', () => {
  it('grants a permission once, by alias, ignoring case', async () => {
    expect(await run('grant aNN packs.upload')).toMatchObject({
      code: 0,
      out: ['Ann has packs.upload now.'],
    })
    const again = await run('grant ann packs.upload --json')
    expect(again.json()).toEqual({ playerId: ann, alias: 'Ann', isNew: false, permission: 'packs.upload' })
  })

  it('refuses an unknown player or permission', async () => {
    expect(await run('grant nobody packs.upload')).toMatchObject({ code: 1, out: [] })
    expect(await run('grant ann everything')).toMatchObject({
      code: 2,
      err: expect.stringContaining('packs.upload and ledger.operate'),
    })
  })
})
