import { expect, it } from 'vitest'
import { modifierWords } from './modifier-words.ts'

it('modifiers are named as players write them, the usual ones left out', () => {
  const sent = {
    speed: { type: 'C', value: 560 },
    mini: 35,
    turn: 'None',
    perspective: 'Overhead',
    noteskin: 'cel',
  }
  expect(modifierWords(sent)).toEqual({ speed: 'C560', modifiers: ['35% mini'] })
  expect(modifierWords({ speed: { type: 'X', value: 2.5 }, mini: 0, turn: 'Mirror' })).toEqual({
    speed: '2.5x',
    modifiers: ['Mirror'],
  })
  expect(modifierWords({ disabledWindows: 'Decents + Way Offs' }).modifiers).toEqual([
    'no Decents + Way Offs',
  ])
})

it('modifiers of another type are ignored', () => {
  const none = { speed: null, modifiers: [] }
  expect(modifierWords(null)).toEqual(none)
  expect(modifierWords({ speed: 'C560', mini: '35', turn: 7, perspective: ['Hallway'] })).toEqual(none)
  expect(modifierWords({ turn: 'x'.repeat(500) }).modifiers).toEqual(['x'.repeat(40)])
})
