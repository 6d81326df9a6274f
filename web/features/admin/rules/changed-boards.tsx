import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ChangedBoard, RulesPreview, TopEntry } from '@stepledger/contracts/rules/rules-report.ts'
import { Link } from 'react-router-dom'
import { Arrow } from '../../../ui/changes.tsx'
import { counted, countText } from '../../../ui/count-text.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { Score } from '../../../ui/score.tsx'
import { Tag } from '../../../ui/tag.tsx'

/** The boards whose first ten places change, each with the places before and after. */
export function ChangedBoards({ report }: { report: RulesPreview }) {
  const { boards, aliases } = report
  const left = boards.changed - boards.list.length
  return (
    <>
      <h3 className="px-4 py-2.5 text-sm">
        <span className="font-semibold">Boards</span>{' '}
        <span className="mute">
          {countText(boards.changed)} of {countText(boards.boards)} change within the first ten places
        </span>
      </h3>
      <div className="border-t border-line">
        {boards.list.map((board) => (
          <Disclosure
            key={`${board.chart} ${board.system}`}
            title={
              <>
                <Tag>{board.system}</Tag> <span className="wrap-anywhere">{titleOrUnknown(board.title)}</span>
              </>
            }
            aside={<First board={board} aliases={aliases} />}
          >
            {() => <Places board={board} aliases={aliases} />}
          </Disclosure>
        ))}
      </div>
      {left > 0 && (
        <p className="mute border-t border-line px-4 py-2.5 text-sm">
          {counted(left, 'more board')}: <code>ledger rules preview --html</code> lists more.
        </p>
      )}
    </>
  )
}

interface BoardProps extends Pick<RulesPreview, 'aliases'> {
  readonly board: ChangedBoard
}

/** "first ann → bob", or that the first stays. */
function First({ board: { before, after }, aliases }: BoardProps) {
  const name = (entry: TopEntry | undefined) =>
    entry === undefined ? 'nobody' : (aliases[entry.player] ?? 'Deleted player')
  const [old, now] = [before[0], after[0]]
  if (old?.player === now?.player) return <>first stays {name(now)}</>
  return (
    <>
      first {name(old)} <Arrow /> <b className="text-base-content">{name(now)}</b>
    </>
  )
}

function Places({ board: { before, after }, aliases }: BoardProps) {
  const placeBefore = new Map(before.map(({ player }, i) => [player, i]))
  const places = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => i)
  return (
    <Table
      className="dense table-fixed"
      rows={places}
      keyOf={(place) => place}
      columns={[
        {
          head: <span className="sr-only">Place</span>,
          width: 'w-10',
          cellClass: 'rk mute',
          cell: (place) => place + 1,
        },
        { head: 'Now', cell: (place) => <Entry entry={before[place]} aliases={aliases} /> },
        {
          head: 'Then',
          cell: (place) => (
            <Entry
              entry={after[place]}
              aliases={aliases}
              from={placeBefore.get(after[place]?.player ?? '')}
              to={place}
            />
          ),
        },
      ]}
    />
  )
}

interface EntryProps extends Pick<RulesPreview, 'aliases'> {
  readonly entry: TopEntry | undefined
  /** Places from 0; `from` undefined: not among the first ten before. */
  readonly from?: number | undefined
  readonly to?: number
}

function Entry({ entry, aliases, from, to }: EntryProps) {
  if (!entry) return null
  return (
    <span className="flex flex-col justify-between gap-x-2 py-1 md:flex-row md:items-baseline">
      <span className="min-w-0 wrap-anywhere">
        <PlayerOfReport aliases={aliases} player={entry.player} />
        {to !== undefined && <Moved from={from} to={to} />}
      </span>
      <Score percent={(entry.hundredths / 100).toFixed(2)} />
    </span>
  )
}

function Moved({ from, to }: { from: number | undefined; to: number }) {
  if (from === to) return null
  if (from === undefined) return <span className="text-xs text-(--own)"> new</span>
  const places = Math.abs(from - to)
  return (
    <span className={`text-xs ${from > to ? 'text-(--own)' : 'text-(--rival)'}`}>
      <span aria-hidden="true">
        {' '}
        {from > to ? '▲' : '▼'} {places}
      </span>
      <span className="sr-only">{from > to ? `, up ${places}` : `, down ${places}`}</span>
    </span>
  )
}

interface Props extends Pick<RulesPreview, 'aliases'> {
  /** Id; undefined for nobody. */
  readonly player: string | undefined
}

export function PlayerOfReport({ aliases, player }: Props) {
  if (player === undefined) return <span className="mute">nobody</span>
  const alias = aliases[player]
  if (alias === undefined) return <span className="mute">Deleted player</span>
  return (
    <Link to={`/user/${player}`} className="hit wrap-anywhere hover:underline">
      {alias}
    </Link>
  )
}
