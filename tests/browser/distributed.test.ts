import { expect, it } from 'vitest'
import { engines } from '../system/engines.ts'
import { registersAndPlays } from './newcomer.ts'
import { noBrowser, visitSite } from './site.ts'

const distributed = engines.find(({ name }) => name === 'the distributed engine')

/** The way of the embedded engine's newcomer (spine.test.ts), by Caddy and with every service in a process of its own. */
it.skipIf(noBrowser || !distributed?.here)(
  'somebody new registers, makes a key, plays, and sees the play everywhere by itself, on the distributed engine',
  async () => {
    const system = await distributed?.start()
    if (!system) throw new Error('there is no distributed engine')
    const site = await visitSite(system.url)
    try {
      await registersAndPlays(site, 1280)
      expect(await site.endVisits()).toEqual([])
    } finally {
      await site.close()
      await system.stop()
      await system.remove()
    }
  },
)
