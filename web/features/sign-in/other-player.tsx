import { Link } from 'react-router-dom'
import { useSigning, useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'

/** Shown when a link belongs to another player than the signed-in one, whose session stays. */
export function OtherPlayer({ alias }: { alias: string }) {
  const user = useUser()
  const { signOut } = useSigning()
  return (
    <>
      <p className="mt-3 text-lg break-words">
        This link is for <b>{alias}</b>, but you're signed in as <b>{user?.alias ?? 'another player'}</b>.
      </p>
      <div className="mt-5 grid gap-2">
        <Button size="large" variant="primary" onClick={signOut}>
          Sign Out to Continue
        </Button>
        <Link className="btn h-11 md:h-10" to="/">
          Stay Signed In
        </Link>
      </div>
    </>
  )
}
