import { listSimfiles, simfilesQuery } from '@stepledger/contracts/http/packs.ts'
import { errorText } from '../../api/call-error.ts'
import { useRead } from '../../api/use-call.ts'
import { ListBody } from '../../lists/list-body.tsx'
import { SearchBox } from '../../lists/search-box.tsx'
import { Showing } from '../../lists/showing.tsx'
import { SortSelect } from '../../lists/sort-select.tsx'
import { useListState } from '../../lists/use-list-state.ts'
import { usePacksTopic } from '../../live/use-packs-topic.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SimfileRows, simfileColumns } from './simfile-rows.tsx'

const inAddress = simfilesQuery.omit({ limit: true, packId: true })

/** The songs of a pack with search and sorting. */
export function Simfiles({ packId }: { packId: number }) {
  const [query, change] = useListState(inAddress)
  const read = useRead(listSimfiles, { query: { ...query, packId: String(packId) } }, { keepPrevious: true })
  usePacksTopic(read.refetch)
  const failure = read.error && errorText(read.error, 'Failed to fetch simfiles')
  const { search } = query
  return (
    <Panel title="Simfiles" className="mt-4 md:mt-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <SearchBox
          label="Search songs"
          className="md:w-72"
          search={search}
          onSearch={(search) => change({ search })}
        />
        <SortSelect columns={simfileColumns} sorting={query} onSort={change} />
        <Showing answer={read.data} what="songs" />
      </div>
      <ListBody
        read={read}
        failure={failure && { ...failure, text: `Error loading simfiles: ${failure.text}` }}
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
