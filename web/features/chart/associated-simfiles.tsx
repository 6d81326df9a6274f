import type { ChartPage } from '@stepledger/contracts/http/charts.ts'
import { nameHash } from '@stepledger/contracts/look/name-hash.ts'
import { Link } from 'react-router-dom'
import { Banner } from '../../ui/banner.tsx'
import { Difficulty } from '../../ui/difficulty.tsx'
import { stepsTypeLabel } from '../../ui/steps-type.ts'

/** The simfiles that contain the chart, with their packs. */
export function AssociatedSimfiles({ simfiles }: { simfiles: ChartPage['simfiles'] }) {
  return (
    <div className="pad border-t border-line">
      <h2 className="font-bold font-stretch-semi-expanded">Associated Simfiles</h2>
      <ul>
        {simfiles.map((simfile) => {
          const facts = [stepsTypeLabel(simfile.stepsType), simfile.credit].filter(Boolean).join(' · ')
          return (
            <li key={simfile.id} className="mt-3 grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-3">
              <div className="grid gap-1.5">
                <Banner hash={nameHash(simfile.pack.name)} source={simfile.pack} className="w-24" />
                {simfile.bannerUrl !== null && (
                  <Banner hash={nameHash(simfile.title)} source={simfile} className="w-24" />
                )}
              </div>
              <div className="min-w-0">
                <Link className="hit link font-semibold" to={`/pack/${simfile.pack.id}`}>
                  {simfile.pack.name}
                </Link>
                <p className="truncate text-sm">
                  {simfile.title}
                  {simfile.subtitle && <span className="mute"> {simfile.subtitle}</span>}
                </p>
                <p className="mute truncate text-xs">{simfile.artist}</p>
                <div className="mute mt-1 flex items-center gap-2 text-xs">
                  <Difficulty small difficulty={simfile.difficulty} meter={simfile.meter} />
                  <span className="truncate">{facts}</span>
                </div>
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
