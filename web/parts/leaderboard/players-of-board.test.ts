import { expect, it } from 'vitest'
import { playersFrom, withPlayers } from './players-of-board.tsx'

it('the address names the rivals or a country; everything else is everybody', () => {
  const from = (search: string) => playersFrom(new URLSearchParams(search))
  expect(from('players=rivals')).toEqual({ of: 'rivals' })
  expect(from('players=FI')).toEqual({ of: 'country', code: 'fi' })
  for (const search of ['', 'players=', 'players=finland', 'players=1'])
    expect(from(search)).toEqual({ of: 'all' })

  const search = new URLSearchParams('lb=EX&page=2&at=2026-03-01')
  expect(withPlayers(search, { of: 'country', code: 'fi' }).toString()).toBe('lb=EX&players=fi')
  expect(withPlayers(new URLSearchParams('players=fi&page=2'), { of: 'all' }).toString()).toBe('')
})
