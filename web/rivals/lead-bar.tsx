import type { HeadToHeadRecord } from '@stepledger/contracts/http/head-to-head.ts'

interface Props {
  readonly record: HeadToHeadRecord
  readonly alias: string
  readonly isRival: boolean
}

/** On how many common charts the viewer and another player lead, as one bar. Its numbers are its accessible name. */
export function LeadBar({ record, alias, isRival }: Props) {
  const { ahead, level, behind } = record
  const label = `You lead on ${ahead}, ${alias} on ${behind}, ${level} level`
  const parts = [
    { name: 'ahead', charts: ahead },
    { name: 'level', charts: level },
    { name: 'behind', charts: behind },
  ]
  return (
    <div className={`lead ${isRival ? 'is-rival' : 'is-other'}`} role="img" aria-label={label}>
      {parts.map(
        ({ name, charts }) => charts > 0 && <i key={name} className={name} style={{ flexGrow: charts }} />,
      )}
    </div>
  )
}
