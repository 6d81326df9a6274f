import { expect, it } from 'vitest'
import { differences } from './document-differences.ts'

const great = { name: 'Great', weight: 2 }
const miss = { name: 'Miss', weight: -1 }

it('the differences of two documents are lines with paths, in which items have their names', () => {
  const before = { title: 'Rules', systems: [{ name: 'ITG', windows: [great, miss] }] }
  const after = { title: 'New', systems: [{ name: 'ITG', windows: [{ ...great, weight: 1 }, miss] }] }
  expect(differences(before, after)).toEqual([
    'title: "Rules" → "New"',
    'systems.ITG.windows.Great.weight: 2 → 1',
  ])
  expect(differences(before, before)).toEqual([])
})

it('items that moved, came or went have their numbers', () => {
  expect(differences([great, miss], [miss, great])).toEqual([
    '0.name: "Great" → "Miss"',
    '0.weight: 2 → -1',
    '1.name: "Miss" → "Great"',
    '1.weight: -1 → 2',
  ])
  expect(differences([great], [great, miss])).toEqual(['1.name: nothing → "Miss"', '1.weight: nothing → -1'])
  expect(differences([great], [])).toEqual(['0.name: "Great" → nothing', '0.weight: 2 → nothing'])
  expect(differences({ a: 1 }, { a: { b: 2 } })).toEqual(['a.b: nothing → 2'])
})
