import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { AboutSections } from './about-sections.tsx'
import { BlueShiftSection } from './blue-shift-section.tsx'
import { FaqSection } from './faq-section.tsx'
import { ScoringSection } from './scoring/scoring-section.tsx'
import { sections } from './sections.ts'
import { SetupSection } from './setup/setup-section.tsx'
import { useActiveSection } from './use-active-section.ts'

/** Delay before scrolling to the section of the hash, ms; the page is laid out first. */
const scrollDelay = 50

/** The help centre: one page with linked sections. */
export function HelpPage() {
  useDocumentTitle('Help')
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
