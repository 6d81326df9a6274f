import { expect, it } from 'vitest'
import { zonedTime } from './time.ts'

it('a time with its zone may leave out seconds, and not the zone', () => {
  for (const text of ['2026-12-07T17:00Z', '2026-12-07T18:00+01:00', '2026-12-07T17:00:00.5Z'])
    expect(zonedTime.parse(text)).toBe(text)
  for (const text of ['2026-12-07T17:00', '2026-12-07', '2026-12-07T25:00Z', 'now'])
    expect(zonedTime.safeParse(text).error?.issues[0]?.message).toBe(
      'must be a time with its zone, such as 2026-12-07T17:00Z',
    )
})
