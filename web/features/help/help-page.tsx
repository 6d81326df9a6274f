import {
  type CompetitionPage,
  getCompetition,
  listCompetitions,
} from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import { isBlueShift } from '@stepledger/contracts/look/blue-shift.ts'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { daysOf, lengthOf } from '../../parts/competition/competition-times.ts'
import { useCompetitionTopic } from '../../parts/competition/use-competition-topic.ts'
import { counted } from '../../ui/format.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { ScoringSection } from './scoring-section.tsx'
import { SetupSection } from './setup-section.tsx'

/** The sections of the help centre in order; `id` is the hash. */
const sections = [
  { id: 'what-is', title: 'What Stepledger is' },
  { id: 'what-is-not', title: 'What it is not' },
  { id: 'why-exists', title: 'Why it exists' },
  { id: 'setup', title: 'Setup' },
  { id: 'blue-shift', title: 'Blue Shift' },
  { id: 'scoring', title: 'Scoring' },
  { id: 'faq', title: 'FAQ' },
] as const

/** Delay before scrolling to the section of the hash, ms; the page is laid out first. */
const scrollDelay = 50

export function HelpPage() {
  const { hash, key } = useLocation()
  const active = useActiveSection(sections.map(({ id }) => id))

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same link is clicked again.
  useEffect(() => {
    if (hash === '') return
    const timer = setTimeout(() => document.getElementById(hash.slice(1))?.scrollIntoView(), scrollDelay)
    return () => clearTimeout(timer)
  }, [hash, key])

  return (
    <div className="mx-auto max-w-[60.5rem]">
      <PageHeading>Help</PageHeading>
      <div className="grid items-start gap-4 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-6">
        <nav className="panel min-w-0 max-md:overflow-x-auto md:sticky md:top-4" aria-label="Help sections">
          <ul className="flex md:block md:py-1">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="side" aria-current={id === active ? 'location' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <article className="panel min-w-0 max-w-[46rem] p-4 md:p-6">
          <div className="prose [&>section:first-child>h2]:mt-0">
            <AboutSections />
            <SetupSection />
            <BlueShiftSection />
            <ScoringSection />
            <FaqSection />
          </div>
        </article>
      </div>
    </div>
  )
}

/** Height of a heading, px: until it is out of view, its section is the one that was chosen. */
const headingHeight = 24

/**
 * The section being read: the one that a link has led to, while its heading is in view; otherwise the last one whose
 * heading is above the upper third of the window. Short sections and the last ones never get there alone.
 */
function useActiveSection(ids: readonly string[]): string | undefined {
  const { hash, key: visit } = useLocation()
  const [active, setActive] = useState(ids[0])
  const key = ids.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `visit` changes when the same link is clicked again.
  useEffect(() => {
    const names = key.split(' ')
    let chosen = names.find((id) => `#${id}` === hash)
    let reached = false
    const update = () => {
      if (chosen !== undefined) {
        const top = topOf(chosen)
        const inView = top > -headingHeight && top < window.innerHeight
        reached ||= inView
        if (inView || !reached) return setActive(chosen)
        chosen = undefined
      }
      const passed = names.filter((id) => topOf(id) < window.innerHeight / 3)
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setActive(atEnd ? names.at(-1) : (passed.at(-1) ?? names[0]))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [key, hash, visit])
  return active
}

function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
}

function AboutSections() {
  return (
    <>
      <section aria-labelledby="what-is">
        <h2 id="what-is">What Stepledger is</h2>
        <p>
          A score tracker for players of a dance game. Your game submits each play automatically when the song
          ends. You'll find it here with its score in three systems, its grade, the timing of every step and
          its rank on the chart's leaderboards. Add rivals to see their scores highlighted everywhere.
        </p>
        <p>
          Everything is based on an append-only ledger of plays. All leaderboards are calculated from it, so
          every score can be traced back to what was played.
        </p>
      </section>
      <section aria-labelledby="what-is-not">
        <h2 id="what-is-not">What it is not</h2>
        <ul>
          <li>
            It isn't a front end for another score service. It doesn't copy scores from other services or send
            yours to them.
          </li>
          <li>It isn't a place to download songs. There's no audio here, and packs can't be downloaded.</li>
          <li>It isn't part of the game or made by its developers.</li>
        </ul>
      </section>
      <section aria-labelledby="why-exists">
        <h2 id="why-exists">Why it exists</h2>
        <p>
          A percentage alone doesn't tell the whole story. Stepledger keeps the offset of every step, so you
          can see where you rushed and where you dragged. It also ranks by systems that still tell players
          apart when the old one says 100%.
        </p>
      </section>
    </>
  )
}

const questions = [
  {
    question: 'Can I play on a keyboard?',
    answer:
      'No, keyboard scores are not allowed. Please delete any that slipped in; administrators may wipe the scores of players with too many of them.',
  },
  {
    question: "My score didn't show up. What can I do?",
    answer:
      'Check the internet connection of the machine you played on. The module keeps unsent plays and retries automatically; its title screen and evaluation screen show how many plays are waiting, and why. “Check my setup” above shows whether the game can reach this site. Other modules may not retry.',
  },
  {
    question: 'Which plays are sent?',
    answer:
      "Plays of a profile with a key, in the game type dance, passed or failed. For courses, each song is sent. Guest plays, casual mode, autoplay and plays with options that add or remove steps, such as No Mines, aren't sent. The song wheel or the start of the song says so and names the option; the evaluation screen says why.",
  },
  {
    question: 'Can I submit a score manually?',
    answer:
      'No, manual submissions do not exist. Scores are calculated from the steps that the game recorded.',
  },
  {
    question: 'Can a score be counted twice?',
    answer: "No. Sending the same play again doesn't add another one.",
  },
  {
    question: 'What if the site is down when an event ends?',
    answer: 'Event deadlines may be extended after outages.',
  },
] as const

function FaqSection() {
  return (
    <section aria-labelledby="faq">
      <h2 id="faq">FAQ</h2>
      {questions.map(({ question, answer }) => (
        <div key={question}>
          <h3>{question}</h3>
          <p className="!mt-1">{answer}</p>
        </div>
      ))}
    </section>
  )
}

const liveRoutes = [listCompetitions, getCompetition]

function BlueShiftSection() {
  const { data: list, isPending } = useRead(listCompetitions, {})
  const slug = blueShiftOf(list?.events ?? [])?.slug ?? null
  const { data: competition, error } = useRead(
    getCompetition,
    { params: { slug: slug ?? '' } },
    { enabled: slug !== null },
  )
  useCompetitionTopic(slug, liveRoutes)
  return (
    <section aria-labelledby="blue-shift">
      <h2 id="blue-shift">Blue Shift</h2>
      <div className="ev mt-3 p-4">
        <Wordmark size="2.25rem" />
        <p className="ev-2 !mt-2">Beta. 9 weeks from early December, in three rounds of 3 weeks.</p>
      </div>
      <p>
        Every 3 weeks, 20 curated charts are announced. Set your best score on each of them before the round
        ends; the next round brings 20 new ones. There's nothing to sign up for: play any of the charts and
        you're in.
      </p>
      <p>
        Your rank on each chart earns points: the higher your rank, the more points. H.EX, EX and ITG are
        ranked separately. Your points from all charts and rounds add up on the{' '}
        <Link to="/leaderboards/overall">overall leaderboard</Link>; your profile shows what each chart earned
        you. Tied scores share the same rank and points.
      </p>
      <p>Failed plays are accepted here and graded F. Otherwise the usual leaderboard rules apply.</p>
      {competition ? (
        <Announced competition={competition} />
      ) : (
        !error && (isPending || slug !== null) && <AnnouncedSkeleton />
      )}
    </section>
  )
}

/** The announced details, which may still change. */
function Announced({ competition }: { competition: CompetitionPage }) {
  const { rounds, graceSeconds, closed } = competition
  return (
    <>
      <h3>{competition.name}</h3>
      <ul>
        {rounds.map((round) => (
          <li key={round.start}>
            <b className="font-semibold">{round.name}</b>: {daysOf(round)},{' '}
            {round.charts.length === 0 ? 'charts to be announced' : counted(round.charts.length, 'chart')}
            {round.phase === 'running' && ', running now'}
          </li>
        ))}
      </ul>
      <p>
        {competition.pointsSystem.description}{' '}
        {competition.failedPlaysCount ? 'Failed plays count.' : 'Only passed plays count.'}{' '}
        {graceSeconds > 0 &&
          `Plays that couldn't be sent in time still count if they arrive within ${lengthOf(graceSeconds * 1_000)} after the end of the round. `}
        {closed && 'The standings are final. '}
        <Link to={`/event/${competition.slug}`}>Charts and standings</Link>
      </p>
    </>
  )
}

function AnnouncedSkeleton() {
  return (
    <div className="skeleton mt-3 h-77 sm:h-62 lg:h-56">
      <span className="sr-only">Loading…</span>
    </div>
  )
}

/** The Blue Shift event of the help page: the running one, else the next, else the last. `competitions`: latest first. */
function blueShiftOf(competitions: readonly CompetitionSummary[]): CompetitionSummary | null {
  const known = competitions.filter(({ name }) => isBlueShift(name))
  return (
    known.find(({ phase }) => phase === 'running') ??
    known.findLast(({ phase }) => phase === 'before') ??
    known[0] ??
    null
  )
}
