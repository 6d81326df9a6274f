import { type ApiKey, listApiKeys } from '@stepledger/contracts/http/api-keys.ts'
import { getRules } from '@stepledger/contracts/http/rules.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useTopic } from '../../live/use-topic.ts'
import { entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useIsVisitor, useSigning, useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { Grade } from '../../ui/score.tsx'
import {
  allowedHosts,
  Copied,
  downloads,
  Instructions,
  KeyFileInstructions,
  MenuPicture,
  type MethodId,
  methods,
  type SystemId,
  systems,
} from './setup-instructions.tsx'

export function SetupSection() {
  const [choices, setChoices] = useState(nothingChosen)
  const user = useUser()
  const system = systems.find(({ id }) => id === choices.system)
  const method = methods.find(({ id }) => id === choices.method)
  return (
    <section aria-labelledby="setup">
      <h2 id="setup">Setup</h2>
      <MissingDownloads />
      <p>
        Install the Stepledger module (the theme includes it), allow the game to contact this site, and press
        one button in the game to link it to your account. It takes about five minutes.
      </p>
      <h3>1. Account</h3>
      <AccountStatus user={user} />
      <h3 id="profile-in-game">2. Profile in the game</h3>
      <ProfileStep />
      <h3>3. Operating system</h3>
      <GuideChoice
        label="Operating system"
        choices={systems}
        value={choices.system}
        onChange={(id) => setChoices((now) => chooseSystem(now, id))}
      />
      <h3>4. Method</h3>
      <GuideChoice
        label="Method"
        choices={methods}
        value={choices.method}
        disabled={system === undefined}
        onChange={(id) => setChoices((now) => chooseMethod(now, id))}
      />
      {system === undefined && <p className="mute">Choose your operating system first.</p>}
      <h3>5. Instructions</h3>
      {system === undefined || method === undefined ? (
        <p>Choose a system and a method above.</p>
      ) : (
        <>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <p className="!mt-0 mr-auto">
              <b>{method.label}</b> on <b>{system.label}</b>
            </p>
            <Button size="small" onClick={() => setChoices(nothingChosen)}>
              Reset
            </Button>
          </div>
          <Instructions system={system.id} method={method.id} />
          <KeyFileInstructions system={system.id} />
        </>
      )}
      <h3 id="check-setup">6. Check my setup</h3>
      <CheckSetup user={user} />
      <OtherClients />
    </section>
  )
}

function AccountStatus({ user }: { user: User | null }) {
  const location = useLocation()
  const isVisitor = useIsVisitor()
  if (user === null && !isVisitor) return <p>We can't check your account right now. Trying again…</p>
  if (user === null) {
    const from = { ...location, hash: '#setup' }
    return (
      <p>
        <Link to="/register">Register</Link>, or{' '}
        <Link to="/login" state={{ from }}>
          sign in
        </Link>
        . Then link your game to your account.
      </p>
    )
  }
  return (
    <>
      <div className="note mt-3">
        <Icon name="check" />
        <p className="!mt-0 min-w-0">
          <b>Account Ready</b> <span className="mute break-words">{user.alias || user.email}</span>
        </p>
      </div>
      {user.emailVerifiedAt === null && (
        <p>Confirm your email first with the link we sent you. Otherwise we can't recover your account.</p>
      )}
    </>
  )
}

function MissingDownloads() {
  const { data } = useQuery({
    queryKey: ['public', 'downloads'],
    queryFn: async ({ signal }) => (await fetch(downloads.module, { method: 'HEAD', signal })).status,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data !== 404) return null
  return (
    <div className="err mt-3" role="note">
      <Icon name="warn" />
      <p className="!mt-0">
        This server doesn't offer the module or the theme yet. Without one of them your game can't send
        scores, unless you have <a href="#other-clients">another module</a>.
      </p>
    </div>
  )
}

interface Props<Id extends string> {
  readonly label: string
  readonly choices: readonly { readonly id: Id; readonly label: string; readonly what?: string }[]
  readonly value: Id | null
  readonly disabled?: boolean
  readonly onChange: (id: Id) => void
}

/** A choice of the guide, dimmed while the one before is open. */
function GuideChoice<Id extends string>({ label, choices, value, disabled = false, onChange }: Props<Id>) {
  return (
    <RadioButtons
      label={label}
      className={`mt-3 flex flex-wrap gap-2 ${disabled ? 'opacity-50' : ''}`}
      value={value}
      disabled={disabled}
      onChange={onChange}
      choices={choices.map(({ id, label: name, what }) => ({
        value: id,
        className:
          'min-h-10 rounded-[min(var(--radius-field),0.25rem)] border border-(--line-2) px-3.5 py-1.5 text-left leading-5 font-medium enabled:cursor-pointer enabled:not-aria-checked:hover:bg-base-content/7 aria-checked:bg-primary/14 aria-checked:font-bold aria-checked:shadow-[inset_0_-3px_0_var(--color-primary)]',
        content: (
          <>
            {name}
            {what !== undefined && <span className="mute block text-xs font-normal">{what}</span>}
          </>
        ),
      }))}
    />
  )
}

function OtherClients() {
  const { data: rules } = useRead(getRules, {})
  const { hostname, origin } = window.location
  return (
    <>
      <h3 id="other-clients">Already use another module?</h3>
      <p>
        Keep it. Stepledger accepts the format of such modules, body versions 1.0 to 1.4. Just change two
        things in its settings:
      </p>
      <ol>
        <li>
          <b>The host</b> or API address, to
          <Copied text={origin} label="address" />
        </li>
        <li>
          <b>The key</b>, to one of yours: <Link to="/profile?section=api-keys">Edit Profile, API Keys</Link>.
        </li>
      </ol>
      <p>Then allow this site in the game's Preferences.ini:</p>
      <Copied text={allowedHosts(hostname)} label="allowed hosts" />
      <p>
        Plays, the title screen's check, the leaderboard panel and the scores in the song wheel keep working
        as before. Plays are ranked from body version {rules?.eligibility.minBodyVersion ?? '1.2'} on; older
        ones are kept and shown on your profile. The calls are documented under <a href="/api/docs">API</a>.
      </p>
    </>
  )
}

/** How to create and select a profile; a fresh game has none, and its theme doesn't ask for one. */
function ProfileStep() {
  return (
    <>
      <p>
        The game stays linked through a profile. A fresh game has none: you play as a guest, and would have to
        link it each time. If your name shows at the bottom of the song wheel, you already have one and can
        skip this step.
      </p>
      <ol className="!mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-3">
        <li>
          On the title screen, open <b>Options</b>, then <b>Manage Local Profiles</b>: scroll down, it is
          below the entries that you see first.
          <div className="mt-2">
            <MenuPicture
              title="Options"
              items={['System Options', 'Visual Options', 'Manage Local Profiles', 'Simply Love Options']}
              chosen="Manage Local Profiles"
              label="Options, with Manage Local Profiles chosen"
            />
          </div>
        </li>
        <li>
          Choose <b>Create Profile</b> and type a name on the keyboard. Press Enter to confirm.
          <div className="mt-2">
            <MenuPicture
              title="Manage Profiles"
              items={['Create Profile', 'Exit']}
              chosen="Create Profile"
              label="Manage Profiles, with Create Profile chosen"
            />
          </div>
        </li>
        <li>
          Your first profile already plays on the left. Otherwise choose the new profile, then <b>Set P1</b>{' '}
          for the left side or <b>Set P2</b> for the right.
          <div className="mt-2">
            <MenuPicture
              title="Your name"
              items={['Set P1', 'Set P2', 'Edit', 'Rename', 'Delete']}
              chosen="Set P1"
              label="The menu of the profile, with Set P1 chosen"
            />
          </div>
        </li>
      </ol>
      <p>
        Do several people play here? Create a profile for each and turn on{' '}
        <b>Options → Simply Love Options → Allow Screen Select Profile</b>. The game will then ask who's
        playing.
      </p>
    </>
  )
}

/** Polling interval of the keys until the game's first call, ms. */
const pollInterval = 5_000

/** Waits for the game's first call and for a play, and shows the play when it arrives. */
function CheckSetup({ user }: { user: User | null }) {
  if (user === null) return <p>Sign in to watch for your first play here.</p>
  return <SetupProgress user={user} key={user.id} />
}

function SetupProgress({ user }: { user: User }) {
  const [play, setPlay] = useState<RecentPlay | null>(null)
  const { refresh } = useSigning()
  const { data } = useRead(listApiKeys, {}, { every: () => (play === null ? pollInterval : false) })
  useTopic(`player:${user.id}`, (message) => {
    if (message.type !== 'play') return
    setPlay(message.play)
    // The refreshed user hides the site's setup hints.
    if (!user.userHasSubmittedScore) void refresh()
  })
  if (play !== null) return <ArrivedPlay play={play} />
  return (
    <>
      <ol className="!mt-3 !list-none !p-0">
        {checkSteps(data?.apiKeys, user.userHasSubmittedScore).map((step) => (
          <Step key={step.text} step={step} />
        ))}
      </ol>
      <p className="sr-only" role="status">
        Waiting for a play
      </p>
    </>
  )
}

function Step({ step: { state, text, detail } }: { step: CheckStep }) {
  return (
    <li
      className={`flex items-center gap-3 border-t border-line py-2 last:border-b ${state === 'next' ? 'font-semibold' : ''}`}
    >
      <span className="grid size-7 shrink-0 place-items-center rounded-[2px] border border-line">
        {state === 'done' && <Icon name="check" className="text-(--own)" />}
        {state === 'next' && <span className="waiting" />}
      </span>
      <span className="min-w-0">
        {text}
        {detail !== undefined && <span className="mute block text-sm font-normal">{detail}</span>}
        {state === 'done' && <span className="sr-only">Done</span>}
      </span>
    </li>
  )
}

function ArrivedPlay({ play }: { play: RecentPlay }) {
  const [board] = useActiveBoard()
  const score = entryOf(play.leaderboards, board)
  return (
    <div className="arrived" role="status">
      {score && <Grade grade={score.data.grade} size="play" ranked={play.eligible} />}
      <div className="min-w-0">
        <p className="!mt-0 text-xl font-extrabold font-stretch-semi-expanded">It works! Your play is here</p>
        <p className="!mt-1">
          {titleOrUnknown(play.chart.title)}
          {score && `, ${score.data.score}%`}
        </p>
        <p className="!mt-1">
          <Link to={`/play/${play.playId}`}>See every step</Link>
        </p>
      </div>
    </div>
  )
}

/** `next`: the step in progress. */
interface CheckStep {
  readonly state: 'done' | 'next' | 'later'
  readonly text: string
  readonly detail?: string
}

/** The progress of the setup, derived from the keys; undefined while loading. The awaited play completes it. */
export function checkSteps(keys: readonly ApiKey[] | undefined, hasPlays: boolean): CheckStep[] {
  const hasKey = (keys?.length ?? 0) > 0
  const used = (keys ?? []).filter(({ lastUsedAt }) => lastUsedAt !== null)
  const last = used.toSorted((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''))[0]
  const client = last?.lastUsedClient
  return [
    { state: hasKey ? 'done' : 'next', text: 'A key for your game' },
    {
      state: last ? 'done' : hasKey ? 'next' : 'later',
      text: 'Your game connects with this key',
      ...(client ? { detail: `Last by ${client}` } : {}),
    },
    {
      state: last ? 'next' : 'later',
      text: hasPlays
        ? 'Play a song, and it will show up here'
        : 'Play your first song, and it will show up here',
    },
  ]
}

export interface Choices {
  readonly system: SystemId | null
  readonly method: MethodId | null
}

export const nothingChosen: Choices = { system: null, method: null }

/** Changing the system resets the method. */
export function chooseSystem(choices: Choices, system: SystemId): Choices {
  return choices.system === system ? choices : { system, method: null }
}

export function chooseMethod(choices: Choices, method: MethodId): Choices {
  return choices.system === null ? choices : { ...choices, method }
}
