import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { competitionDocumentOf } from '../../tests/generators/competition-document.ts'
import { competitionFile, competitionFileOf } from './operated-competitions.ts'
import { duration } from './shapes/time.ts'

describe('the file of an event', () => {
  const given = competitionFileOf(competitionDocumentOf())
  const [first, second] = given.rounds
  const problemsOf = (file: unknown) => {
    const { error } = competitionFile.safeParse(file)
    return error ? z.prettifyError(error) : ''
  }

  it('is read as it is shown, its times with their zone', () => {
    expect(first?.start).toBe('2026-12-07T18:00:00.000Z')
    expect(competitionFile.parse(JSON.parse(JSON.stringify(given)))).toEqual(competitionDocumentOf())
    const inBerlin = { ...given, rounds: [{ ...first, start: '2026-12-07T19:00:00+01:00' }, second] }
    expect(competitionFile.parse(inBerlin)).toEqual(competitionDocumentOf())
  })

  it.each([
    '2026-12-07T18:00:00',
    '2026-12-07',
    '7 Dec 2026 18:00 UTC',
    '2026-13-07T18:00:00Z',
    '2026-02-30T18:00Z',
  ])('does not say when by %s', (start) => {
    expect(problemsOf({ ...given, rounds: [{ ...first, start }, second] })).toMatch(
      /must be a time with its zone.*\n {2}→ at rounds\[0\]\.start$/,
    )
  })

  it('has rounds that follow each other, each with an end after its start', () => {
    const overlapping = { ...given, rounds: [first, { ...second, start: '2026-12-14T17:59:59Z' }] }
    expect(problemsOf(overlapping)).toMatch(/without overlapping\n {2}→ at rounds$/)
    const backwards = { ...given, rounds: [{ ...first, end: first?.start }, second] }
    expect(problemsOf(backwards)).toMatch(/must be after the start\n {2}→ at rounds\[0\]\.end/)
    expect(problemsOf({ ...given, rounds: [] })).toMatch(/→ at rounds$/)
    const tooLong = { ...given, rounds: [{ ...first, start: '2016-12-07T18:00:00Z' }, second] }
    expect(problemsOf(tooLong)).toMatch(/must end within 366 days of the first start\n {2}→ at rounds/)
  })

  it('is rejected with an unknown field, NUL, a rising formula or a duplicate chart', () => {
    expect(problemsOf({ ...given, grase: 1 })).toContain('grase')
    expect(problemsOf({ ...given, name: 'Blue\0' })).toContain('must not contain NUL')
    const rising = { ...given.points, pieces: [{ form: 'exponential', rate: -1, upTo: null }] }
    expect(problemsOf({ ...given, points: rising })).toContain('→ at points.pieces[0].rate')
    const twice = {
      ...given,
      rounds: [{ ...first, charts: ['aaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaa'] }, second],
    }
    expect(problemsOf(twice)).toMatch(/named twice\n {2}→ at rounds\[0\]\.charts/)
  })

  it('is shown in the manual as it can be announced', () => {
    const manual = readFileSync(
      new URL('../../docs/operating/rules-and-competitions.md', import.meta.url),
      'utf8',
    )
    const shown: unknown = JSON.parse(/```json\n(\{[^`]*"slug"[^`]*\})\n```/.exec(manual)?.[1] ?? 'null')
    expect(competitionFile.parse(shown)).toMatchObject({ slug: 'blue-shift', grace: 36 * 3_600 })
  })
})

it('a grace period is given in seconds, or with its unit', () => {
  const lengths = ['0', '5400', '90min', '36h', '36 h', '2d', '30s']
  expect(lengths.map((text) => duration.parse(text))).toEqual([
    0, 5_400, 5_400, 129_600, 129_600, 172_800, 30,
  ])
  for (const wrong of ['', '-1', '1.5h', '36 hours', 'h', '99999999'])
    expect(() => duration.parse(wrong)).toThrow('such as 90min, 36h or 2d')
})
