import { boardNames } from '@stepledger/contracts/board-name.ts'
import {
  type CompetitionAccess,
  competitionAccess,
  isOpen,
} from '@stepledger/contracts/competition/competition-document.ts'
import { type DraftDocument, suggestedSlug } from '@stepledger/contracts/http/organised-competitions.ts'
import { type ReactNode, useId } from 'react'
import { boardLabels } from '../../parts/leaderboard/active-board.tsx'
import { CheckField, FieldError, SelectField, TextArea, TextField } from '../../ui/text-field.tsx'
import { ColourField } from './colour-field.tsx'
import { PictureField } from './picture-field.tsx'
import { PointsField } from './points-field.tsx'
import type { Change } from './use-draft.ts'
import type { FieldAt } from './use-field-errors.ts'

interface Props {
  readonly document: DraftDocument
  readonly change: Change
  readonly at: FieldAt
}

interface WordsProps extends Props {
  /** Whether another draft or event has the address. */
  readonly isTaken: boolean
}

export function WordsFields({
  document: { name, slug, announcement, downloadUrl },
  change,
  at,
  isTaken,
}: WordsProps) {
  return (
    <div className="pad grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={80}
          value={name}
          // The address follows the name until it was chosen.
          onChange={({ target }) =>
            change((now) => ({
              name: target.value,
              ...(now.slug === suggestedSlug(now.name) && { slug: suggestedSlug(target.value) }),
            }))
          }
          {...at('name')}
        />
        <TextField
          label="Address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          hint={`${window.location.host}/event/${slug === '' ? '…' : slug}. It can't be changed later.`}
          value={slug}
          onChange={({ target }) => change(() => ({ slug: target.value.toLowerCase().replace(/\s+/g, '-') }))}
          {...at('slug')}
          // Nothing is saved until it is another one.
          {...(isTaken && { error: 'This address is taken' })}
        />
      </div>
      <TextArea
        label="Description"
        rows={4}
        maxLength={4_000}
        hint="What it's about, how to take part, prizes. Plain text."
        value={announcement}
        onChange={({ target }) => change(() => ({ announcement: target.value }))}
        {...at('announcement')}
      />
      <TextField
        label="Pack download (optional)"
        type="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={2_000}
        value={downloadUrl}
        onChange={({ target }) => change(() => ({ downloadUrl: target.value.trim() }))}
        {...at('downloadUrl')}
      />
    </div>
  )
}

const [hour, day] = [3_600, 86_400]
const graces: readonly [seconds: number, label: string][] = [
  [0, 'Not at all'],
  [hour, '1 hour'],
  [6 * hour, '6 hours'],
  [day, '1 day'],
  [2 * day, '2 days'],
  [7 * day, '1 week'],
]

export function GraceSelect({
  grace,
  onChange,
}: {
  readonly grace: number
  readonly onChange: (seconds: number) => void
}) {
  return (
    <SelectField
      label="Accept plays late"
      hint="Plays of a round that are sent after its end, from machines that were offline."
      value={grace}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {graces.map(([seconds, label]) => (
        <option key={seconds} value={seconds}>
          {label}
        </option>
      ))}
      {!graces.some(([seconds]) => seconds === grace) && (
        <option value={grace}>{`${Number((grace / hour).toFixed(2))} hours`}</option>
      )}
    </SelectField>
  )
}

const accesses: Readonly<Record<CompetitionAccess, { readonly label: string; readonly hint: string }>> = {
  everybody: { label: 'Everybody', hint: 'It is listed among the events, and whoever plays takes part.' },
  address: {
    label: 'Everybody, in no list',
    hint: 'Those who have the address find it, and whoever plays takes part.',
  },
  invitation: {
    label: 'Those whom I invite',
    hint: 'Whoever has your link takes part. You get it once the event is published. Everybody who has the address can read the event.',
  },
  accepted: {
    label: 'Those whom I accept',
    hint: 'It is listed among the events. Players ask to take part, and you decide.',
  },
}

export function RulesFields({ document, change, at }: Props) {
  const { boards, points, failedPlaysCount, grace, access, colour, picture } = document
  const onBoards = at('boards')
  return (
    <div className="pad grid gap-5">
      <Group title="Leaderboards" error={onBoards.error}>
        <div className="flex flex-wrap gap-x-6">
          {boardNames.map((board) => (
            <CheckField
              key={board}
              label={boardLabels[board]}
              checked={boards.includes(board)}
              onBlur={onBoards.onBlur}
              onChange={({ target }) =>
                change((now) => ({
                  boards: boardNames.filter((name) =>
                    name === board ? target.checked : now.boards.includes(name),
                  ),
                }))
              }
            />
          ))}
        </div>
      </Group>
      <PointsField
        points={points}
        error={at('points').error}
        onChange={(next) => change(() => ({ points: next }))}
      />
      <CheckField
        label={
          <>
            Failed plays count <span className="mute">with grade F</span>
          </>
        }
        checked={failedPlaysCount}
        onChange={({ target }) => change(() => ({ failedPlaysCount: target.checked }))}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <GraceSelect grace={grace} onChange={(seconds) => change(() => ({ grace: seconds }))} />
        <SelectField
          label="Who takes part"
          hint={`${accesses[access].hint} ${isOpen(access) ? 'Later only whether it is listed can be changed.' : "This can't be changed later."}`}
          value={access}
          onChange={({ target }) => change(() => ({ access: competitionAccess.parse(target.value) }))}
        >
          {competitionAccess.options.map((each) => (
            <option key={each} value={each}>
              {accesses[each].label}
            </option>
          ))}
        </SelectField>
      </div>
      <ColourField colour={colour} onChange={(next) => change(() => ({ colour: next }))} />
      <PictureField
        pictureUrl={picture === null ? null : `/media/${picture}`}
        onChange={(next) => change(() => ({ picture: next?.picture ?? null }))}
      />
    </div>
  )
}

function Group({
  title,
  error,
  children,
}: {
  title: string
  error: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1 font-medium">{title}</legend>
      {children}
      <FieldError id={id} text={error} />
    </fieldset>
  )
}
