import { listPacks, packsQuery } from '@stepledger/contracts/http/packs.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useChangesOf } from '../../live/use-topic.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Empty } from '../../ui/empty.tsx'
import { ListBody } from '../../ui/lists/list-body.tsx'
import { ListTools } from '../../ui/lists/list-tools.tsx'
import { useListState } from '../../ui/lists/use-list-state.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PackRows, packColumns } from './pack-rows.tsx'

const inAddress = packsQuery.omit({ limit: true })

export function PacksPage() {
  const [query, change] = useListState(inAddress)
  const read = useRead(listPacks, { query }, { keepPrevious: true })
  useChangesOf('packs', read.refetch)
  const mayUpload = useUser()?.permissions.includes('packs.upload')
  const { search } = query
  return (
    <div className="mx-auto min-h-dvh max-w-240">
      <PageHeading
        aside={
          mayUpload && (
            <Link className="btn h-10 md:h-9" to="/pack-uploader">
              Pack Uploader
            </Link>
          )
        }
      >
        Packs
      </PageHeading>
      <section className="panel" aria-label="Packs">
        <ListTools what="packs" columns={packColumns} query={query} onChange={change} answer={read.data} />
        <ListBody
          read={read}
          prefix="Error loading packs"
          sentence="Failed to fetch packs"
          empty={
            <Empty title={search === '' ? 'No packs available' : `No packs found matching "${search}"`} />
          }
        >
          {(packs) => <PackRows packs={packs} sorting={query} onSort={change} />}
        </ListBody>
      </section>
    </div>
  )
}
