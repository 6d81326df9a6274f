import type { EntryAmong } from '@stepledger/contracts/http/country-boards.ts'
import { OtherRank } from '../other-rank.tsx'
import { RankedEntries } from '../ranked-entries.tsx'

/** Entries of a board among some players, with their ranks among all. */
export function EntriesAmong({ entries }: { entries: readonly EntryAmong[] }) {
  return (
    <RankedEntries
      entries={entries}
      label="Global"
      otherRank={({ rankOfAll }) => <OtherRank word="global" rank={rankOfAll} />}
    />
  )
}
