import type { DraftDocument } from '@stepledger/contracts/http/organised-competitions.ts'
import { useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { RowDifficulty } from '../../ui/difficulty.tsx'
import { focusNeighbour } from '../../ui/focus-neighbour.ts'
import { counted, countText } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CallFailure } from '../../ui/states.tsx'
import { FieldError, SelectField, TextField } from '../../ui/text-field.tsx'
import { ChartPicker, ChartTitle } from './chart-picker.tsx'
import type { NamedChart } from './charts.ts'
import type { DraftLimits } from './draft-errors.ts'
import { localText, localTime, timeZoneName } from './local-time.ts'
import { NumberField } from './points-field.tsx'
import { useChartNames } from './use-chart-names.ts'
import type { Change } from './use-draft.ts'
import type { FieldAt } from './use-field-errors.ts'

type Round = DraftDocument['rounds'][number]

interface Props {
  readonly rounds: readonly Round[]
  readonly change: Change
  readonly at: FieldAt
  readonly limits: DraftLimits
  /** How many more charts fit. */
  readonly left: number
}

export function RoundsPanel({ rounds, change, at, limits, left }: Props) {
  const id = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const names = useChartNames(rounds.flatMap(({ charts }) => charts))
  const remove = (i: number, button: HTMLElement) => {
    // The next round takes the place of this one, and its button the focus. The only round has none.
    if (rounds.length === 2) addButton.current?.focus()
    else if (i === rounds.length - 1)
      button.closest('section')?.previousElementSibling?.querySelector('button')?.focus()
    change((now) => ({ rounds: now.rounds.filter((_, n) => n !== i) }))
  }
  const changeRound = (i: number, partOf: (now: Round) => Partial<Round>) =>
    change((now) => ({
      rounds: now.rounds.map((round, n) => (n === i ? { ...round, ...partOf(round) } : round)),
    }))
  const { error } = at('rounds')
  return (
    <Panel title="3. Rounds and charts" aside={`Times in ${timeZoneName()}`}>
      <CallFailure
        className="m-4"
        error={names.error}
        sentence="Failed to load the names of charts"
        onRetry={names.refetch}
      />
      {rounds.map((round, i) => (
        <RoundFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number.
          key={i}
          number={i + 1}
          round={round}
          at={(field) => at(`rounds.${i}.${field}`)}
          left={left}
          known={names.known}
          learn={names.learn}
          change={(partOf) => changeRound(i, partOf)}
          onRemove={rounds.length > 1 ? (button) => remove(i, button) : undefined}
        />
      ))}
      <div className="pad">
        <Button
          ref={addButton}
          size="medium"
          disabled={rounds.length >= limits.rounds}
          aria-describedby={error === undefined ? undefined : id}
          onClick={() => change((now) => ({ rounds: [...now.rounds, nextRound(now.rounds)] }))}
        >
          <Icon name="plus" /> Add a round
        </Button>
        {rounds.length >= limits.rounds && (
          <p className="mute mt-1 text-sm">An event can have up to {limits.rounds} rounds.</p>
        )}
        <FieldError id={id} text={error} />
      </div>
    </Panel>
  )
}

/** As long as the last round, from its end on, with its rules. */
function nextRound(rounds: readonly Round[]): Round {
  const last = rounds.at(-1)
  const name = `Round ${rounds.length + 1}`
  if (!last) return { name, start: null, end: null, charts: [], attempts: 'best', counted: null, cmod: true }
  const [start, end] = [last.start, last.end]
  const length = start === null || end === null ? null : Date.parse(end) - Date.parse(start)
  return {
    ...last,
    name,
    start: end,
    end: end === null || length === null ? null : new Date(Date.parse(end) + length).toISOString(),
    charts: [],
  }
}

interface RoundProps {
  readonly number: number
  readonly round: Round
  readonly at: FieldAt
  readonly left: number
  readonly known: ReadonlyMap<string, NamedChart>
  readonly learn: (charts: readonly NamedChart[]) => void
  readonly change: (partOf: (now: Round) => Partial<Round>) => void
  /** By its button. Undefined for the only round. */
  readonly onRemove: ((button: HTMLElement) => void) | undefined
}

function RoundFields({ number, round, at, left, known, learn, change, onRemove }: RoundProps) {
  const id = useId()
  const name = round.name.trim() || `round ${number}`
  return (
    <section className="border-b border-line" aria-labelledby={id}>
      <div className="flex items-center gap-3 px-4 pt-4">
        <h3 id={id} className="mr-auto min-w-0 truncate font-bold">
          {round.name.trim() || `Round ${number}`}
        </h3>
        {onRemove && (
          <Button
            variant="ghost"
            size="small"
            aria-label={`Remove ${name}`}
            onClick={({ currentTarget }) => onRemove(currentTarget)}
          >
            <Icon name="close" /> Remove
          </Button>
        )}
      </div>
      <div className="pad grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-3">
          <TextField
            label="Name"
            autoComplete="off"
            maxLength={60}
            value={round.name}
            onChange={({ target }) => change(() => ({ name: target.value }))}
            {...at('name')}
          />
          <TimeField
            label="Start"
            at={round.start}
            onChange={(start) => change(() => ({ start }))}
            {...at('start')}
          />
          <TimeField label="End" at={round.end} onChange={(end) => change(() => ({ end }))} {...at('end')} />
        </div>
        <RoundRules
          rules={round}
          charts={round.charts.length}
          at={at}
          onChange={(part) => change(() => part)}
        />
        <RoundCharts
          name={name}
          charts={round.charts}
          left={left}
          known={known}
          learn={learn}
          error={at('charts').error}
          change={(chartsOf) => change((now) => ({ charts: chartsOf(now.charts) }))}
        />
      </div>
    </section>
  )
}

interface TimeProps {
  readonly label: string
  /** ISO 8601, null for none. */
  readonly at: string | null
  readonly hint?: string
  readonly error?: string | undefined
  readonly onBlur?: () => void
  readonly onChange: (at: string | null) => void
}

/** A time in the viewer's time zone. */
export function TimeField({ label, at, onChange, ...rest }: TimeProps) {
  return (
    <TextField
      label={label}
      type="datetime-local"
      value={localText(at === null ? null : Date.parse(at))}
      onChange={({ target }) => {
        const time = localTime(target.value)
        onChange(time === null ? null : new Date(time).toISOString())
      }}
      {...rest}
    />
  )
}

interface RulesProps {
  readonly rules: Pick<Round, 'attempts' | 'counted' | 'cmod'>
  /** The number of charts in the round. */
  readonly charts: number
  readonly at?: FieldAt
  readonly onChange: (rules: Partial<Pick<Round, 'attempts' | 'counted' | 'cmod'>>) => void
}

/** Which plays count in a round. */
export function RoundRules({ rules: { attempts, counted: best, cmod }, charts, at, onChange }: RulesProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-3">
      <SelectField
        label="Which play counts"
        value={attempts}
        onChange={({ target }) => onChange({ attempts: target.value === 'first' ? 'first' : 'best' })}
        {...at?.('attempts')}
      >
        <option value="best">The best one</option>
        <option value="first">Only the first in the round</option>
      </SelectField>
      <div className={best === null ? '' : 'grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-2'}>
        <SelectField
          label="Points of a player"
          value={best === null ? 'all' : 'best'}
          onChange={({ target }) =>
            onChange({ counted: target.value === 'best' ? Math.max(1, Math.min(10, charts)) : null })
          }
          {...at?.('counted')}
        >
          <option value="all">From all charts</option>
          <option value="best">From the best charts</option>
        </SelectField>
        {best !== null && (
          <NumberField
            label="How many"
            value={best}
            min={1}
            max={200}
            onChange={(counted) => onChange({ counted })}
          />
        )}
      </div>
      <SelectField
        label="CMod"
        value={cmod ? 'yes' : 'no'}
        onChange={({ target }) => onChange({ cmod: target.value === 'yes' })}
        {...at?.('cmod')}
      >
        <option value="yes">Allowed</option>
        <option value="no">Doesn't count</option>
      </SelectField>
    </div>
  )
}

interface ChartsProps extends Pick<RoundProps, 'left' | 'known' | 'learn'> {
  /** Of the round. */
  readonly name: string
  readonly charts: readonly string[]
  readonly error?: string | undefined
  readonly change: (chartsOf: (now: readonly string[]) => string[]) => void
}

/** The charts of a round, and ways to add more. */
export function RoundCharts({ name, charts, left, known, learn, error, change }: ChartsProps) {
  const id = useId()
  const picker = useRef<HTMLDivElement>(null)
  const add = (hashes: readonly string[]) => change((now) => [...new Set([...now, ...hashes])])
  const remove = (hash: string) => change((now) => now.filter((other) => other !== hash))
  return (
    <div>
      <div ref={picker} className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="mr-auto font-medium">
          {counted(charts.length, 'chart')}
          <span className="mute text-sm font-normal">, {countText(left)} more fit</span>
        </p>
        <ChartPicker
          round={name}
          chosen={charts}
          left={left}
          onAdd={(added) => {
            learn(added)
            add(added.map(({ hash }) => hash))
          }}
          onAddHashes={add}
          onRemove={remove}
        />
      </div>
      <FieldError id={id} text={error} />
      {charts.length === 0 ? (
        <p className="mute mt-1 text-sm">None yet. You can also add them after publishing.</p>
      ) : (
        <ul className="mt-2 border-t border-line">
          {charts.map((hash) => {
            const chart = known.get(hash)
            const title = chart?.title || hash
            return (
              <li key={hash} className="flex min-h-12 items-center gap-3 border-b border-line py-1">
                {chart ? (
                  <>
                    <RowDifficulty chart={chart} />
                    <Link className="flex min-w-0 grow hover:underline" to={`/chart/${hash}`} target="_blank">
                      <ChartTitle chart={chart} />
                    </Link>
                  </>
                ) : (
                  <span className="mute grow">{hash}</span>
                )}
                <Button
                  variant="ghost"
                  size="small"
                  className="btn-square"
                  aria-label={`Remove ${title}`}
                  onClick={({ currentTarget }) => {
                    focusNeighbour(currentTarget, picker.current?.querySelector('button') ?? null)
                    remove(hash)
                  }}
                >
                  <Icon name="close" />
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
