import { useState } from 'react'
import { useUser } from '../../../sign-in/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { AccountStatus } from './account-status.tsx'
import { CheckSetup } from './check-setup.tsx'
import { chooseMethod, chooseSystem, methods, nothingChosen, systems } from './choices.ts'
import { GuideChoice } from './guide-choice.tsx'
import { Instructions } from './instructions.tsx'
import { MissingDownloads } from './missing-downloads.tsx'
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
