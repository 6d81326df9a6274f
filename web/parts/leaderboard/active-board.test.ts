import { boardFrom } from '@stepledger/contracts/board-name.ts'
import { describe, expect, it } from 'vitest'
import { entryOf } from './active-board.tsx'
import { activeBoardKey, createActiveBoard } from './board-store.ts'

function storageWith(value: string | null) {
  const kept = new Map<string, string>(value === null ? [] : [[activeBoardKey, value]])
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
}

function fromAnotherTab(key: string, newValue: string | null): Event {
  return Object.assign(new Event('storage'), { key, newValue })
}

describe('the active leaderboard', () => {
  it("is initially the URL's, else the stored one, else HardEX", () => {
    expect(createActiveBoard(storageWith('EX'), new EventTarget(), 'itg').get()).toBe('ITG')
    expect(createActiveBoard(storageWith('EX'), new EventTarget(), null).get()).toBe('EX')
    expect(createActiveBoard(storageWith('EX'), new EventTarget(), 'nonsense').get()).toBe('EX')
    expect(createActiveBoard(storageWith(null), new EventTarget(), null).get()).toBe('HardEX')
  })

  it('accepts Money as ITG', () => {
    expect(createActiveBoard(storageWith('Money'), new EventTarget(), null).get()).toBe('ITG')
  })

  it('stores a choice and notifies all views', () => {
    const storage = storageWith(null)
    const active = createActiveBoard(storage, new EventTarget(), null)
    let told = 0
    const leave = active.subscribe(() => told++)
    active.choose('EX')
    active.choose('EX')
    expect([active.get(), storage.kept.get(activeBoardKey), told]).toEqual(['EX', 'EX', 1])
    leave()
    active.choose('ITG')
    expect(told).toBe(1)
  })

  it('applies a preset of the URL without storing it', () => {
    const storage = storageWith('EX')
    const active = createActiveBoard(storage, new EventTarget(), null)
    active.preset('itg')
    active.preset(null)
    expect([active.get(), storage.kept.get(activeBoardKey)]).toEqual(['ITG', 'EX'])
  })

  it('follows other tabs', () => {
    const tabs = new EventTarget()
    const active = createActiveBoard(storageWith(null), tabs, null)
    tabs.dispatchEvent(fromAnotherTab(activeBoardKey, 'ITG'))
    expect(active.get()).toBe('ITG')
    tabs.dispatchEvent(fromAnotherTab('theme', 'EX'))
    expect(active.get()).toBe('ITG')
  })

  it('works without storage', () => {
    const refuse = () => {
      throw new Error('forbidden')
    }
    const active = createActiveBoard({ getItem: refuse, setItem: refuse }, new EventTarget(), null)
    active.choose('EX')
    expect(active.get()).toBe('EX')
  })
})

describe('names of boards', () => {
  it('are matched loosely', () => {
    for (const text of ['HardEX', 'hardex', 'hard ex', 'Hard-EX', 'h.ex', 'H.EX', 'hex'])
      expect(boardFrom(text)).toBe('HardEX')
    for (const text of ['EX', 'ex', ' Ex ']) expect(boardFrom(text)).toBe('EX')
    for (const text of ['ITG', 'itg', 'Money', 'money']) expect(boardFrom(text)).toBe('ITG')
  })

  it('give null if unknown', () => {
    for (const text of [null, undefined, '', 'FA+', 'constructor']) expect(boardFrom(text)).toBeNull()
  })

  it("find a board's entry by any of its names", () => {
    const entries = [
      { leaderboard: 'Money', score: 1 },
      { leaderboard: 'HardEX', score: 2 },
    ]
    expect(entryOf(entries, 'ITG')?.score).toBe(1)
    expect(entryOf(entries, 'EX')).toBeUndefined()
  })
})
