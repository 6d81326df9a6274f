import { streamMessages } from '@stepledger/contracts/stream.ts'
import { describe, expect, it } from 'vitest'
import { type HourPlay, hourOf, messagesOfHour } from './hours.ts'

const begin = Date.parse('2026-11-22T14:00:00Z')
const chartNumber = (n: number) => n.toString(16).padStart(16, '0')

/** One play on each of `charts`. */
const plays = (charts: number): HourPlay[] =>
  Array.from({ length: charts }, (_, i) => ({
    id: 1_000 + i,
    play: {
      chart: chartNumber(i),
      stepsType: 'dance-single',
      meter: 12,
      passed: true,
      ranked: true,
      rate: 1,
      hardEx: 90.12,
      ex: 95.5,
      itg: 97,
    },
  }))

/** All messages from a part on. */
function read(messages: ReturnType<typeof messagesOfHour>, from = 0) {
  const read = []
  for (let part: number | null = from; part !== null; ) {
    const message = messages(part)
    if (!message) break
    read.push({ part, next: message.next, ...streamMessages.plays.parse(JSON.parse(message.data)) })
    part = message.next
  }
  return read
}

describe('an hour of plays as messages', () => {
  it('is one message below the maximum length', () => {
    expect(read(messagesOfHour(hourOf(begin), plays(3)))).toMatchObject([
      { hour: '2026-11-22T14:00:00.000Z', complete: true, next: null, plays: { length: 3 } },
    ])
  })

  it('is not published when nobody played', () => {
    expect(messagesOfHour(hourOf(begin), [])(0)).toBeNull()
  })

  it('is split when it is too long: a reader that resumes after any part receives the others, even when plays were withdrawn meanwhile', () => {
    const charts = 2_000
    const whole = read(messagesOfHour(hourOf(begin), plays(charts)))
    expect(whole.length).toBeGreaterThan(3)
    expect(whole.map(({ complete }) => complete)).toEqual(whole.map((_, i) => i === whole.length - 1))
    const published = whole.flatMap((message) => message.plays.map(({ chart }) => chart))
    expect(new Set(published).size).toBe(charts)
    expect(published.length).toBe(charts)

    const withdrawn = new Set(published.filter((_, i) => i % 3 === 0))
    const later = messagesOfHour(
      hourOf(begin),
      plays(charts).filter(({ play }) => !withdrawn.has(play.chart)),
    )
    for (const { next } of whole.slice(0, -1)) {
      const before = whole.filter(({ part }) => part < (next ?? 0)).flatMap((message) => message.plays)
      const after = read(later, next ?? 0).flatMap((message) => message.plays)
      const both = new Set([...before, ...after].map(({ chart }) => chart))
      expect(both.size).toBe(before.length + after.length)
      expect(published.filter((chart) => !withdrawn.has(chart) && !both.has(chart))).toEqual([])
    }
  })
})
