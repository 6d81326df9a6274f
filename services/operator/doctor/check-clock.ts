import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { type Finding, wrong } from './finding.ts'

/** Difference between the clocks of two machines from which times of plays and of rounds are wrong, ms. */
const tolerableMs = 5_000

const rows = z.tuple([z.object({ ms: z.number() })])

/** Compares the clock of this machine (`now`, ms since 1970) with that of the database. */
export async function clockFindings({ pool }: Pick<Database, 'pool'>, now: () => number): Promise<Finding[]> {
  const before = now()
  const answer = await pool.query(
    'select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms',
  )
  const after = now()
  const [{ ms }] = rows.parse(answer.rows)
  // The database read its clock between both times.
  const difference = ms < before ? ms - before : Math.max(0, ms - after)
  if (Math.abs(difference) <= tolerableMs) return []
  const seconds = Math.round(Math.abs(difference) / 1000)
  return wrong(
    'clock',
    `The clock of this machine is ${seconds} s ${difference > 0 ? 'behind' : 'ahead of'} that of the database: plays get wrong times, and rounds end at the wrong moment.`,
    'Set both clocks by NTP (`timedatectl set-ntp true`).',
  )
}
