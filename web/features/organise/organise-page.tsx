import { isOpen, maxOrganisers } from '@stepledger/contracts/competition/competition-document.ts'
import { type CompetitionPage, getCompetition } from '@stepledger/contracts/http/competitions.ts'
import { listOrganisedCompetitions } from '@stepledger/contracts/http/organised-competitions.ts'
import type { PlayerName as Player } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { useId, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { AliasSearchStatus, useAliasSearch } from '../../parts/players/alias-search.tsx'
import { useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { focusNeighbour } from '../../ui/focus-neighbour.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoadingPage, NoAccess, NotFound, PageHeading, UnloadedPage } from '../../ui/page.tsx'
import { Disclosure, Panel } from '../../ui/panel.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { CallFailure } from '../../ui/states.tsx'
import { SearchField, SelectField, TextArea, TextField } from '../../ui/text-field.tsx'
import { ChangeForm } from './change-form.tsx'
import { GraceSelect } from './draft-fields.tsx'
import { timeZoneName } from './local-time.ts'
import { PlayersForm } from './players-form.tsx'
import { PointsField } from './points-field.tsx'
import { PosterForm } from './poster-form.tsx'
import { ChartsForm, RulesForm } from './round-forms.tsx'
import { TimeField } from './rounds-panel.tsx'

import { TakenOutForm } from './taken-out-form.tsx'

/** What the organisers of an event can change while it isn't final. */
export function OrganisePage() {
  const { slug = '' } = useParams()
  const read = useRead(getCompetition, { params: { slug } })
  const mine = useRead(listOrganisedCompetitions, {})
  const user = useUser()
  const missing = (
    <NotFound
      title="Event not found"
      text="There's no event at this address."
      way={{ to: '/events', words: 'Events' }}
    />
  )
  if (!read.data || !mine.data)
    return (
      <UnloadedPage
        name="Organise"
        read={read.data ? mine : read}
        loading={<LoadingPage />}
        missing={missing}
        sentence="Failed to load the event"
      />
    )
  const competition = read.data
  const isOwner = user !== null && competition.owner?.id === user.id
  if (!isOwner && !competition.organisers.some(({ id }) => id === user?.id))
    return <NoAccess heading="Organise" title="Only its organisers can change this event" />
  return (
    <div className="mx-auto min-h-dvh max-w-240">
      <PageHeading
        title={`Organise ${competition.name}`}
        aside={
          <Link className="btn btn-ghost h-10 md:h-9" to={`/event/${slug}`}>
            <Icon name="back" /> Event
          </Link>
        }
      >
        {competition.name}
      </PageHeading>
      <Panel title="Organise" aside={competition.closed ? undefined : `Times in ${timeZoneName()}`}>
        {competition.closed ? (
          <p className="pad">The standings are final. Nothing can be changed any more.</p>
        ) : (
          <Changes competition={competition} isOwner={isOwner} maxCharts={mine.data.limits.charts} />
        )}
      </Panel>
    </div>
  )
}

interface FormProps {
  readonly competition: CompetitionPage
}

function Changes({
  competition,
  isOwner,
  maxCharts,
}: FormProps & { readonly isOwner: boolean; readonly maxCharts: number }) {
  const [search] = useSearchParams()
  const play = search.get('play')
  return (
    <>
      {!isOpen(competition.access) && (
        <Disclosure title="Players" defaultOpen>
          {() => <PlayersForm competition={competition} />}
        </Disclosure>
      )}
      <Disclosure title="Dates" defaultOpen={play === null}>
        {() => <WindowForm competition={competition} />}
      </Disclosure>
      <Disclosure title="Charts">
        {() => <ChartsForm competition={competition} maxCharts={maxCharts} />}
      </Disclosure>
      <Disclosure title="Points">{() => <PointsForm competition={competition} />}</Disclosure>
      <Disclosure title="Rules">{() => <RulesForm competition={competition} />}</Disclosure>
      <Disclosure title="Poster, and who finds it">
        {() => <PosterForm competition={competition} />}
      </Disclosure>
      <Disclosure title="Name and texts">{() => <WordsForm competition={competition} />}</Disclosure>
      <Disclosure title="Plays" defaultOpen={play !== null}>
        {() => <TakenOutForm competition={competition} play={play ?? ''} />}
      </Disclosure>
      {isOwner && (
        <Disclosure title="Organisers">{() => <OrganisersForm competition={competition} />}</Disclosure>
      )}
    </>
  )
}

function RoundSelect({
  competition: { rounds },
  round,
  onChange,
}: FormProps & { readonly round: number; readonly onChange: (round: number) => void }) {
  return (
    <SelectField label="Round" value={round} onChange={({ target }) => onChange(Number(target.value))}>
      {rounds.map(({ name }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number.
        <option key={i} value={i + 1}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function WindowForm({ competition }: FormProps) {
  const { rounds, graceSeconds } = competition
  const current = rounds.findIndex(({ phase }) => phase !== 'over')
  const [round, setRound] = useState(current < 0 ? rounds.length : current + 1)
  const [typed, setTyped] = useState<{ start?: string | null; end?: string | null; grace?: number }>({})
  const now = rounds[round - 1]
  const { start = now?.start ?? null, end = now?.end ?? null, grace = graceSeconds } = typed
  const change = {
    ...(start !== null && start !== now?.start && { start }),
    ...(end !== null && end !== now?.end && { end }),
    ...(grace !== graceSeconds && { grace }),
  }
  return (
    <ChangeForm
      competition={competition}
      change={
        Object.keys(change).length === 0 || start === null || end === null
          ? null
          : { type: 'window', round, ...change }
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        <RoundSelect
          competition={competition}
          round={round}
          onChange={(next) => {
            setRound(next)
            setTyped({})
          }}
        />
        <GraceSelect grace={grace} onChange={(seconds) => setTyped({ ...typed, grace: seconds })} />
        <TimeField
          label="Start"
          at={start}
          error={start === null ? 'Choose when it starts' : undefined}
          onChange={(at) => setTyped({ ...typed, start: at })}
        />
        <TimeField
          label="End"
          at={end}
          error={
            end === null
              ? 'Choose when it ends'
              : start !== null && Date.parse(end) <= Date.parse(start)
                ? 'Must be after the start'
                : undefined
          }
          onChange={(at) => setTyped({ ...typed, end: at })}
        />
      </div>
    </ChangeForm>
  )
}

function PointsForm({ competition }: FormProps) {
  const [points, setPoints] = useState(competition.points)
  const isChanged = JSON.stringify(points) !== JSON.stringify(competition.points)
  return (
    <ChangeForm competition={competition} change={isChanged ? { type: 'points', points } : null}>
      <PointsField points={points} onChange={setPoints} />
    </ChangeForm>
  )
}

function WordsForm({ competition }: FormProps) {
  const now = {
    name: competition.name,
    announcement: competition.announcement,
    downloadUrl: competition.announcementDownloadUrl ?? '',
    rounds: competition.rounds.map(({ name }) => name),
  }
  const [words, setWords] = useState(now)
  const isOther = (field: keyof typeof now) => JSON.stringify(words[field]) !== JSON.stringify(now[field])
  const change = {
    ...(isOther('name') && { name: words.name }),
    ...(isOther('announcement') && { announcement: words.announcement }),
    ...(isOther('downloadUrl') && { downloadUrl: words.downloadUrl === '' ? null : words.downloadUrl }),
    ...(isOther('rounds') && { rounds: words.rounds }),
  }
  const required = (text: string) => (text.trim() === '' ? "Can't be empty" : undefined)
  const hasEmpty = [words.name, words.announcement, ...words.rounds].some((text) => text.trim() === '')
  return (
    <ChangeForm
      competition={competition}
      change={hasEmpty || Object.keys(change).length === 0 ? null : { type: 'words', ...change }}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={80}
        value={words.name}
        error={required(words.name)}
        onChange={({ target }) => setWords({ ...words, name: target.value })}
      />
      <TextArea
        label="Description"
        rows={4}
        maxLength={4_000}
        value={words.announcement}
        error={required(words.announcement)}
        onChange={({ target }) => setWords({ ...words, announcement: target.value })}
      />
      <TextField
        label="Pack download (optional)"
        type="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={2_000}
        value={words.downloadUrl}
        onChange={({ target }) => setWords({ ...words, downloadUrl: target.value.trim() })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-3">
        {words.rounds.map((name, i) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number.
            key={i}
            label={`Name of round ${i + 1}`}
            autoComplete="off"
            maxLength={60}
            value={name}
            error={required(name)}
            onChange={({ target }) =>
              setWords({ ...words, rounds: words.rounds.map((of, n) => (n === i ? target.value : of)) })
            }
          />
        ))}
      </div>
    </ChangeForm>
  )
}

function OrganisersForm({ competition }: FormProps) {
  const id = useId()
  const [organisers, setOrganisers] = useState<readonly Player[]>(competition.organisers)
  const [text, setText] = useState('')
  const { found, error } = useAliasSearch(text)
  const ids = organisers.map((player) => player.id)
  const isChanged = JSON.stringify(ids) !== JSON.stringify(competition.organisers.map((player) => player.id))
  const isFull = organisers.length >= maxOrganisers
  return (
    <ChangeForm competition={competition} change={isChanged ? { type: 'organisers', organisers: ids } : null}>
      <p className="mute text-sm">
        Co-organisers can change everything but the organisers. There can be {maxOrganisers}.
      </p>
      {organisers.length > 0 && (
        <ul className="border-t border-line" aria-label="Co-organisers">
          {organisers.map((player) => (
            <li key={player.id} className="flex min-h-12 items-center gap-3 border-b border-line py-1">
              <PlayerName player={player} relation={null} withAvatar />
              <Button
                variant="ghost"
                size="small"
                className="ml-auto"
                aria-label={`Remove ${player.alias}`}
                onClick={({ currentTarget }) => {
                  focusNeighbour(currentTarget, document.getElementById(id))
                  setOrganisers(organisers.filter((other) => other.id !== player.id))
                }}
              >
                <Icon name="close" /> Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <label htmlFor={id} className="mb-1 block font-medium">
          Add a player
        </label>
        <SearchField
          id={id}
          type="search"
          placeholder="Search players..."
          maxLength={50}
          disabled={isFull}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <AliasSearchStatus text={text} found={text.trim() === '' ? null : (found?.length ?? null)} />
        <ul aria-label="Players">
          {text.trim() !== '' &&
            found
              ?.filter(({ userId }) => !ids.includes(userId))
              .map(({ userId, alias, profileImageUrl }) => (
                <li key={userId} className="flex min-h-12 items-center gap-3 py-1">
                  <PlayerName player={{ id: userId, alias, profileImageUrl }} relation={null} withAvatar />
                  <Button
                    size="small"
                    className="ml-auto"
                    aria-label={`Add ${alias}`}
                    disabled={isFull}
                    onClick={() => {
                      document.getElementById(id)?.focus()
                      setOrganisers([...organisers, { id: userId, alias, profileImageUrl }])
                      setText('')
                    }}
                  >
                    Add
                  </Button>
                </li>
              ))}
        </ul>
        <CallFailure className="mt-2" error={error} sentence="Failed to search players" />
      </div>
    </ChangeForm>
  )
}
