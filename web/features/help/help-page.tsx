import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { PageHeading } from '../../ui/page-heading.tsx'
import { BlueShiftSection } from './blue-shift-section.tsx'
import { FaqSection } from './faq-section.tsx'
import { ScoringSection } from './scoring/scoring-section.tsx'
import { SetupSection } from './setup/setup-section.tsx'

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
