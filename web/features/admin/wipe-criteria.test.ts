import { expect, it } from 'vitest'
import { criteriaOf, noCriteria, wipeCommand } from './wipe-criteria.ts'

const until = '2026-12-08T00:00:00.000Z'

it('the command that wipes more plays has the criteria of the preview, quoted for a shell', () => {
  const user = { id: '00000001-0000-4000-8000-000000000000', alias: "Ann O'Neil" }
  const criteria = criteriaOf({ ...noCriteria, alias: "ann o'neil", clientVersion: '1.3' })
  expect(wipeCommand(criteria ?? {}, { user, until })).toBe(
    `ledger wipe --player 'Ann O'\\''Neil' --client-version 1.3 --until ${until} --reason "…"`,
  )
  expect(wipeCommand({ chart: '728b5736af846a44' }, { user: null, until })).toBe(
    `ledger wipe --chart 728b5736af846a44 --until ${until} --reason "…"`,
  )
})
