import type { CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { type ReactNode, useState } from 'react'
import { CallFailure } from '../../ui/states.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { ChangeForm } from './change-form.tsx'
import { RoundCharts, RoundRules } from './rounds-panel.tsx'
import { useChartNames } from './use-chart-names.ts'

interface FormProps {
  readonly competition: CompetitionPage
}

type ComingRound = CompetitionPage['rounds'][number] & { readonly number: number }

interface ChoiceProps extends FormProps {
  readonly what: 'charts' | 'rules'
  /** `choice`: selects another round, which mounts the form again. */
  readonly children: (round: ComingRound, choice: ReactNode) => ReactNode
}

/** A form for one of the rounds that have not begun. */
function OfComingRound({ competition, what, children }: ChoiceProps) {
  const coming = competition.rounds.flatMap((round, i) =>
    round.phase === 'before' ? [{ ...round, number: i + 1 }] : [],
  )
  const [number, setNumber] = useState(coming[0]?.number)
  const round = coming.find((each) => each.number === number)
  if (!round)
    return (
      <p className="pad mute text-sm">
        Every round has begun. Its players rely on its {what}, so they can't be changed any more.
      </p>
    )
  return children(
    round,
    <>
      <p className="mute text-sm">Once a round has begun, its {what} can't be changed any more.</p>
      <SelectField
        label="Round"
        value={round.number}
        onChange={({ target }) => setNumber(Number(target.value))}
      >
        {coming.map((each) => (
          <option key={each.number} value={each.number}>
            {each.name}
          </option>
        ))}
      </SelectField>
    </>,
  )
}

export function RulesForm({ competition }: FormProps) {
  return (
    <OfComingRound competition={competition} what="rules">
      {(round, choice) => (
        <RulesOf key={round.number} competition={competition} round={round}>
          {choice}
        </RulesOf>
      )}
    </OfComingRound>
  )
}

interface RoundProps extends FormProps {
  readonly round: ComingRound
  readonly children: ReactNode
}

function RulesOf({ competition, round, children }: RoundProps) {
  const [edited, setEdited] = useState<Partial<ReturnType<typeof rulesOf>>>({})
  const now = rulesOf(round)
  const rules = { ...now, ...edited }
  const isChanged = JSON.stringify(rules) !== JSON.stringify(now)
  return (
    <ChangeForm
      competition={competition}
      change={isChanged ? { type: 'rules', round: round.number, ...rules } : null}
    >
      {children}
      <RoundRules
        rules={rules}
        charts={round.charts.length}
        onChange={(part) => setEdited({ ...edited, ...part })}
      />
    </ChangeForm>
  )
}

function rulesOf({ attempts, counted, cmod }: ComingRound) {
  return { attempts, counted, cmod }
}

export function ChartsForm({ competition, maxCharts }: FormProps & { readonly maxCharts: number }) {
  return (
    <OfComingRound competition={competition} what="charts">
      {(round, choice) => (
        <ChartsOf key={round.number} competition={competition} round={round} maxCharts={maxCharts}>
          {choice}
        </ChartsOf>
      )}
    </OfComingRound>
  )
}

function ChartsOf({ competition, round, maxCharts, children }: RoundProps & { readonly maxCharts: number }) {
  const now = round.charts.map(({ hash }) => hash)
  const [edited, setEdited] = useState<readonly string[] | null>(null)
  const charts = edited ?? now
  const others = sum(competition.rounds.map((each) => each.charts.length)) - now.length
  const names = useChartNames(charts)
  const isChanged = JSON.stringify(charts) !== JSON.stringify(now)
  return (
    <ChangeForm
      competition={competition}
      change={isChanged ? { type: 'charts', round: round.number, charts: [...charts] } : null}
    >
      {children}
      <CallFailure
        error={names.error}
        sentence="Failed to load the names of charts"
        onRetry={names.refetch}
      />
      <RoundCharts
        name={round.name}
        charts={charts}
        left={Math.max(0, maxCharts - others - charts.length)}
        known={names.known}
        learn={names.learn}
        change={(chartsOf) => setEdited((before) => chartsOf(before ?? now))}
      />
    </ChangeForm>
  )
}
