import { Link } from 'react-router-dom'
import { useUser } from '../../session/use-session.ts'
import { FormCard } from './form-card.tsx'

/** After registering: the account works at once; what is left is the key for the game. */
export function AccountReady({ back }: { back: string }) {
  const user = useUser()
  return (
    <FormCard title="Account Ready">
      <p className="mt-3 text-lg">
        You are signed in
        {user && (
          <>
            {' '}
            as <b className="break-words">{user.alias}</b>
          </>
        )}
        .
      </p>
      <p className="mute mt-2">
        The game needs an API key to send your scores. Make one now, or any time under Edit Profile.
      </p>
      <div className="mt-5 grid gap-2">
        <Link className="btn btn-primary h-11 md:h-10" to="/profile?section=api-keys">
          Make an API Key
        </Link>
        <Link className="btn h-11 md:h-10" to={back}>
          Continue
        </Link>
      </div>
    </FormCard>
  )
}
