import type { CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import { useState } from 'react'
import { SelectField } from '../../ui/text-field.tsx'
import { ChangeForm } from './change-form.tsx'
import { RoundRules } from './rounds-panel.tsx'

/** The rules of the rounds that have not begun. */
export function RulesForm({ competition }: { readonly competition: CompetitionPage }) {
  const coming = competition.rounds.flatMap((round, i) =>
    round.phase === 'before' ? [{ ...round, number: i + 1 }] : [],
  )
  const [number, setNumber] = useState(coming[0]?.number)
  const [edited, setEdited] = useState<Partial<ReturnType<typeof rulesOf>>>({})
  const round = coming.find((each) => each.number === number)
  if (!round)
    return (
      <p className="pad mute text-sm">
        Every round has begun. Its players rely on its rules, so they can't be changed any more.
      </p>
    )
  const now = rulesOf(round)
  const rules = { ...now, ...edited }
  const isChanged = JSON.stringify(rules) !== JSON.stringify(now)
  return (
    <ChangeForm
      competition={competition}
      change={isChanged ? { type: 'rules', round: round.number, ...rules } : null}
    >
      <p className="mute text-sm">Once a round has begun, its rules can't be changed any more.</p>
      <SelectField
        label="Round"
        value={round.number}
        onChange={({ target }) => {
          setNumber(Number(target.value))
          setEdited({})
        }}
      >
        {coming.map((each) => (
          <option key={each.number} value={each.number}>
            {each.name}
          </option>
        ))}
      </SelectField>
      <RoundRules
        rules={rules}
        charts={round.charts.length}
        onChange={(part) => setEdited({ ...edited, ...part })}
      />
    </ChangeForm>
  )
}

function rulesOf({ attempts, counted, cmod }: CompetitionPage['rounds'][number]) {
  return { attempts, counted, cmod }
}
