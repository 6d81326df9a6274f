import type { ApiKey } from '@stepledger/contracts/http/api-keys.ts'
import { describe, expect, it } from 'vitest'
import { type Choices, checkSteps, chooseMethod, chooseSystem, nothingChosen } from './setup-section.tsx'

const unused: ApiKey = {
  id: '00000000-0000-4000-8000-000000000001',
  fingerprint: 'sl_abcde…',
  name: 'Firefox on Linux',
  machine: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  lastUsedNetwork: null,
  lastUsedClient: null,
}
const used = { ...unused, lastUsedAt: '2026-01-02T00:00:00.000Z', lastUsedClient: 'ITGmania 0.9.0' }
const later = {
  ...unused,
  lastUsedAt: '2026-01-03T00:00:00.000Z',
  lastUsedClient: 'ITGmania 1.0.1, module 1.0.0',
}

describe('the steps of a setup', () => {
  it.each([
    ['keys that are not known yet', undefined, ['next', 'later', 'later']],
    ['no key', [], ['next', 'later', 'later']],
    ['a key', [unused], ['done', 'next', 'later']],
    ['a key that the game uses', [unused, used], ['done', 'done', 'next']],
  ])('with %s', (_, keys, states) => {
    expect(checkSteps(keys, false).map(({ state }) => state)).toEqual(states)
  })

  it('shows the client of the last call', () => {
    expect(checkSteps([used, later, unused], false)[1]?.detail).toBe('Last by ITGmania 1.0.1, module 1.0.0')
  })

  it('waits for the next play of players with plays', () => {
    expect(checkSteps([used], true)[2]?.text).toMatch(/^Play a song/)
  })
})

const chosen: Choices = { system: 'linux', method: 'theme' }

describe('the choices of the setup guide', () => {
  it('changing the system resets the method', () => {
    expect(chooseSystem(chosen, 'macos')).toEqual({ system: 'macos', method: null })
    expect(chooseSystem(chosen, 'linux')).toBe(chosen)
  })

  it('a method can be chosen after a system', () => {
    expect(chooseMethod(nothingChosen, 'module')).toEqual(nothingChosen)
    expect(chooseMethod(chosen, 'module')).toEqual({ system: 'linux', method: 'module' })
  })
})
