import type { PackPage } from '@stepledger/contracts/http/packs.ts'
import { nameHash } from '@stepledger/contracts/look/name-hash.ts'
import { Banner } from '../../ui/banner.tsx'
import { Cell } from '../../ui/cell.tsx'
import { countText } from '../../ui/count-text.ts'
import { timeFormats } from '../../ui/format-time.ts'
import { Time } from '../../ui/time.tsx'

const cell = 'px-4 py-3 lg:min-w-32'

/** The pack's art beside its name and facts; below 1024 px above them. */
export function PackHeader({ pack }: { pack: PackPage }) {
  const { createdAt, updatedAt } = pack
  const dayOf = (at: string) => timeFormats.day(new Date(at))
  return (
    <section
      className="panel grid grid-cols-1 lg:grid-cols-[35rem_minmax(0,1fr)]"
      aria-labelledby="pack-name"
    >
      <div className="-m-px lg:mr-0">
        <Banner hash={nameHash(pack.name)} source={pack} size="page" className="rounded-none" />
      </div>
      <div className="flex min-w-0 flex-col">
        <h1
          id="pack-name"
          className="my-auto p-4 text-2xl font-extrabold font-stretch-expanded wrap-anywhere md:text-3xl lg:px-8"
        >
          {pack.name}
        </h1>
        <dl className="flex border-t border-line lg:px-4">
          <Cell className={cell} valueClass="" name="Songs">
            {countText(pack.simfileCount)}
          </Cell>
          <Cell className={cell} valueClass="" name="Added">
            <Time at={createdAt} format="day" />
          </Cell>
          {dayOf(updatedAt) !== dayOf(createdAt) && (
            <Cell className={cell} valueClass="" name="Updated">
              <Time at={updatedAt} format="day" />
            </Cell>
          )}
        </dl>
      </div>
    </section>
  )
}
