import { Link } from 'react-router-dom'
import { useUser } from '../../sign-in/use-session.ts'
import { Icon } from '../../ui/icon.tsx'

/** The introduction for visitors and for players without a score. */
export function WelcomeBanner() {
  const user = useUser()
  const steps = [
    { text: 'Create an account', done: user !== null },
    { text: 'Add your API key to the game', done: false },
    { text: 'Play: your score shows up before you leave the stage', done: false },
  ]
  const current = user === null ? 0 : 1
  return (
    <section className="panel grid md:grid-cols-[minmax(0,1fr)_23rem]" aria-labelledby="welcome">
      <div className="p-4 md:p-6">
        <h2 id="welcome" className="wrap-anywhere text-2xl font-extrabold font-stretch-semi-expanded">
          {user === null ? 'Every step you took, on the record' : `Welcome, ${user.alias}`}
        </h2>
        <p className="mute mt-2 max-w-[52ch] text-lg">
          {user === null
            ? 'Stepledger collects the scores your game sends, ranks them on three leaderboards and shows you the timing of every step.'
            : 'Your account is ready. Now tell the game where to send your scores.'}
        </p>
        <div className="mt-5 flex flex-wrap gap-2">
          {user === null ? (
            <Link className="btn btn-primary h-11 md:h-10" to="/register">
              Create Account
            </Link>
          ) : (
            <Link className="btn btn-primary h-11 md:h-10" to="/help#setup">
              Finish Setup &amp; Submit a Score
            </Link>
          )}
          <Link className="btn h-11 md:h-10" to="/help#what-is">
            What Is Stepledger?
          </Link>
        </div>
      </div>
      <ol className="grid content-center border-t border-line p-4 md:border-t-0 md:border-l md:p-6">
        {steps.map((step, i) => (
          <li
            key={step.text}
            className={`flex items-center gap-3 py-1.5 ${i === current ? 'font-semibold' : 'mute'}`}
          >
            <span
              className={`grid size-7 shrink-0 place-items-center rounded-[2px] border font-bold ${i === current ? 'border-base-content' : 'border-line'}`}
            >
              {step.done ? <Icon name="check" /> : i + 1}
            </span>
            <span>{step.text}</span>
            {step.done && <span className="sr-only">Done</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
