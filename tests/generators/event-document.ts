import type { EventDocument } from '@stepledger/contracts/rules/event-document.ts'

const day = 86_400_000

/** The first round of `eventOf` begins then. */
export const eventStart = Date.UTC(2026, 11, 7, 18)

/** An event of two rounds of a week each, one after the other, in the way of Blue Shift. */
export function eventOf(otherwise: Partial<EventDocument> = {}): EventDocument {
  return {
    slug: 'blue-shift',
    name: 'Blue Shift (Beta)',
    announcement: 'Two rounds, a week each.',
    downloadUrl: null,
    rounds: [
      { name: 'Round 1', start: eventStart, end: eventStart + 7 * day, charts: ['aaaaaaaaaaaaaaaa'] },
      {
        name: 'Round 2',
        start: eventStart + 7 * day,
        end: eventStart + 14 * day,
        charts: ['bbbbbbbbbbbbbbbb'],
      },
    ],
    failedPlaysCount: true,
    grace: 3_600,
    points: { maxPoints: 10_000, minPoints: 1, pieces: [{ form: 'exponential', rate: 0.08, upTo: null }] },
    ties: 'share',
    shown: 10,
    boards: ['HardEX', 'EX', 'ITG'],
    ...otherwise,
  }
}
