import { listSimfiles, simfilesQuery } from '@stepledger/contracts/http/packs.ts'
import { useRead } from '../../api/use-call.ts'
import { ListBody } from '../../lists/list-body.tsx'
import { ListTools } from '../../lists/list-tools.tsx'
import { useListState } from '../../lists/use-list-state.ts'
import { useChangesOf } from '../../live/use-topic.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SimfileRows, simfileColumns } from './simfile-rows.tsx'

const inAddress = simfilesQuery.omit({ limit: true, packId: true })

export function Simfiles({ packId }: { packId: number }) {
  const [query, change] = useListState(inAddress)
  const read = useRead(listSimfiles, { query: { ...query, packId: String(packId) } }, { keepPrevious: true })
  useChangesOf('packs', read.refetch)
  const { search } = query
  return (
    <Panel title="Simfiles" className="mt-4 md:mt-6">
      <ListTools what="songs" columns={simfileColumns} query={query} onChange={change} answer={read.data} />
      <ListBody
        read={read}
        prefix="Error loading simfiles"
        sentence="Failed to fetch simfiles"
        empty={
          <Empty
            title={search === '' ? 'No songs available in this pack' : `No songs found matching "${search}"`}
          />
        }
      >
        {(simfiles) => <SimfileRows simfiles={simfiles} sorting={query} onSort={change} />}
      </ListBody>
    </Panel>
  )
}
