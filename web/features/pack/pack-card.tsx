import type { PackPage } from '@stepledger/contracts/http/packs.ts'
import { nameHash } from '@stepledger/contracts/look/name-hash.ts'
import { Banner } from '../../ui/banner.tsx'
import { timeFormats } from '../../ui/format-time.ts'
import { Time } from '../../ui/time.tsx'

export function PackCard({ pack }: { pack: PackPage }) {
  const { createdAt, updatedAt } = pack
  const dayOf = (at: string) => timeFormats.day(new Date(at))
  return (
    <section className="panel" aria-labelledby="pack-name">
      <div className="-m-px">
        <Banner hash={nameHash(pack.name)} source={pack} size="page" className="rounded-none" />
      </div>
      <div className="pad">
        <h1 id="pack-name" className="text-2xl font-extrabold font-stretch-semi-expanded break-words">
          {pack.name}
        </h1>
      </div>
      <dl className="dl border-t border-line px-4 py-2">
        <dt>Songs</dt>
        <dd>{pack.simfileCount.toLocaleString('en')}</dd>
        <dt>Added</dt>
        <dd>
          <Time at={createdAt} format="day" />
        </dd>
        {dayOf(updatedAt) !== dayOf(createdAt) && (
          <>
            <dt>Updated</dt>
            <dd>
              <Time at={updatedAt} format="day" />
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
