import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type {
  ChangedBoard,
  PlayerStanding,
  RulesPreview,
  SystemChange,
  TopEntry,
} from '@stepledger/contracts/rules/rules-report.ts'
import { summaryOf } from '@stepledger/contracts/rules/rules-report.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Cell } from '../../ui/cell.tsx'
import { Arrow, DifferenceList, MovedRow } from '../../ui/changes.tsx'
import { counted, countText } from '../../ui/format.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Disclosure } from '../../ui/panel.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { Tag } from '../../ui/tag.tsx'

export function PreviewReport({ report }: { report: RulesPreview }) {
  const { plays, changedPlays, betterGrades, worseGrades, firsts, eventPlayers, largestMove } =
    summaryOf(report)
  const { differences, parked, scores } = report
  const { gained, lost } = scores.ranked
  return (
    <>
      <dl className="cellgrid grid-cols-2 border-b border-line sm:grid-cols-3 lg:grid-cols-6">
        <Cell name="Plays changed" unit={`of ${countText(plays)}`}>
          {countText(changedPlays)}
        </Cell>
        <Cell name="Grades gained">{countText(betterGrades)}</Cell>
        <Cell name="Grades lost">{countText(worseGrades)}</Cell>
        <Cell name="First places moved">{countText(firsts)}</Cell>
        <Cell name="Event places moved">{countText(eventPlayers)}</Cell>
        <Cell name="Largest move" unit={largestMove === 1 ? 'place' : 'places'}>
          {countText(largestMove)}
        </Cell>
      </dl>
      {parked > 0 && (
        <p className="border-b border-line px-4 py-2.5 text-sm text-(--rival)">
          {counted(parked, 'event')} can't be folded, and will be parked.
        </p>
      )}
      {gained + lost > 0 && (
        <p className="border-b border-line px-4 py-2.5 text-sm">
          {counted(gained, 'play')} will count on boards that did not, {countText(lost)} no longer.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="max-lg:border-b max-lg:border-line lg:border-r lg:border-line">
          <ChangedBoards report={report} />
        </div>
        <WhoMoves report={report} />
      </div>
      <div className="border-t border-line">
        <ChangedScores report={report} />
        <Disclosure title="What differs" aside={counted(differences.length, 'line')}>
          {() => (
            <div className="pad">
              <DifferenceList head="From the rules in force" lines={differences} />
            </div>
          )}
        </Disclosure>
      </div>
    </>
  )
}

function ChangedScores({ report: { scores, aliases } }: { report: RulesPreview }) {
  const { systems, added, removed } = scores
  return (
    <>
      {systems.map((change) => (
        <Disclosure
          key={change.system}
          title={`${change.system} scores`}
          aside={`${countText(change.changed)} of ${countText(change.plays)} change: ${countText(change.raised)} up, ${countText(change.lowered)} down`}
        >
          {() => <System change={change} aliases={aliases} />}
        </Disclosure>
      ))}
      {[
        ...added.map((name) => `${name} is new, with its boards.`),
        ...removed.map((name) => `${name} is removed, with its boards.`),
      ].map((text) => (
        <p key={text} className="border-b border-line px-4 py-2.5 text-sm wrap-anywhere">
          {text}
        </p>
      ))}
    </>
  )
}

function System({ change, aliases }: Pick<RulesPreview, 'aliases'> & { change: SystemChange }) {
  const grades = change.grades.filter(({ gained, lost }) => gained + lost > 0)
  if (grades.length + change.largest.length === 0)
    return <p className="mute pad text-sm">No score and no grade of this system changes.</p>
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] items-start ${grades.length > 0 && change.largest.length > 0 ? 'lg:grid-cols-2' : ''}`}
    >
      {grades.length > 0 && (
        <Table
          className="dense"
          rows={grades}
          keyOf={({ grade }) => grade}
          columns={[
            { head: 'Grade', cell: ({ grade }) => <Grade grade={grade} /> },
            { head: 'Now', className: 'num', cell: ({ before }) => countText(before) },
            {
              head: 'Then',
              className: 'num',
              cellClass: 'font-semibold',
              cell: ({ after }) => countText(after),
            },
            { head: 'Gained', className: 'num', cell: ({ gained }) => countText(gained) },
            { head: 'Lost', className: 'num', cell: ({ lost }) => countText(lost) },
          ]}
        />
      )}
      {change.largest.length > 0 && (
        <div className="max-lg:border-t max-lg:border-line">
          <p className="mute border-b border-line px-4 py-1.5 text-xs">Largest changes</p>
          <ul>
            {change.largest.map(({ playId, player, title, before, after }) => (
              <li
                key={playId}
                className="flex items-center gap-3 border-b border-line px-4 py-1.5 text-sm last:border-0"
              >
                <div className="min-w-0 grow">
                  <Link to={`/play/${playId}`} className="hit font-semibold wrap-anywhere hover:underline">
                    {titleOrUnknown(title)}
                  </Link>
                  <p className="mute text-xs">
                    <PlayerOfReport aliases={aliases} player={player} />
                  </p>
                </div>
                <span className="whitespace-nowrap">
                  <Score percent={percent(before)} /> <Arrow /> <Score percent={percent(after)} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const percent = (hundredths: number) => (hundredths / 100).toFixed(2)

/** Who moves most: in events that are not closed, then on boards. */
function WhoMoves({ report: { competitions, boards, aliases } }: { report: RulesPreview }) {
  const moving = competitions.filter(({ moves }) => moves.players > 0)
  return (
    <div>
      <h3 className="px-4 py-2.5 text-sm font-semibold">Who moves most</h3>
      {moving.length + boards.players.length === 0 && (
        <p className="mute border-t border-line px-4 py-2.5 text-sm">Nobody's place changes.</p>
      )}
      {moving.map(({ slug, name, moves }) => (
        <Movers key={slug} head={`${name}: ${counted(moves.players, 'player')}`}>
          {moves.moves.map(({ board, player, before, after }) => (
            <MovedRow
              key={`${board} ${player}`}
              name={<PlayerOfReport aliases={aliases} player={player} />}
              about={`${board}, ${pointsOf(before)} to ${pointsOf(after)} points`}
              before={placeOf(before)}
              after={placeOf(after)}
            />
          ))}
        </Movers>
      ))}
      {boards.players.length > 0 && (
        <Movers head="First places on boards">
          {boards.players.map(({ player, firsts, top }) => (
            <MovedRow
              key={player}
              name={<PlayerOfReport aliases={aliases} player={player} />}
              about={`among the first ten ${countText(top.before)} to ${countText(top.after)}`}
              before={countText(firsts.before)}
              after={countText(firsts.after)}
            />
          ))}
        </Movers>
      )}
    </div>
  )
}

function Movers({ head, children }: { head: string; children: ReactNode }) {
  return (
    <>
      <p className="mute border-t border-line px-4 py-1.5 text-xs wrap-anywhere">{head}</p>
      <ul>{children}</ul>
    </>
  )
}

const placeOf = (standing: PlayerStanding | null) => (standing ? `#${countText(standing.rank)}` : 'none')
const pointsOf = (standing: PlayerStanding | null) => countText(standing?.points ?? 0)

/** The boards whose first ten places change, each with the places before and after. */
function ChangedBoards({ report }: { report: RulesPreview }) {
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

function PlayerOfReport({ aliases, player }: Props) {
  if (player === undefined) return <span className="mute">nobody</span>
  const alias = aliases[player]
  if (alias === undefined) return <span className="mute">Deleted player</span>
  return (
    <Link to={`/user/${player}`} className="hit wrap-anywhere hover:underline">
      {alias}
    </Link>
  )
}
