import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useIsVisitor, useUser } from '../../../sign-in/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CheckSetup } from './check-setup.tsx'
import { chooseMethod, chooseSystem, methods, nothingChosen, systems } from './choices.ts'
import { downloads } from './downloads.ts'
import { GuideChoice } from './guide-choice.tsx'
import { Instructions } from './instructions.tsx'
import { OtherClients } from './other-clients.tsx'
import { ProfileStep } from './profile-step.tsx'

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
        Your game needs a profile, the Stepledger module (the theme includes it), a file with your key in that
        profile, and permission to contact this site. It takes about five minutes.
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
        </>
      )}
      <h3 id="check-setup">6. Check my setup</h3>
      <CheckSetup user={user} />
      <OtherClients />
    </section>
  )
}

/** Whether the visitor has an account to send scores to. */
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
          log in
        </Link>
        . Your account comes with a key.
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

/** A warning if this server provides no downloads. */
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
