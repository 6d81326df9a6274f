import { getPublishedData, setPublishedData } from '@stepledger/contracts/http/published-data.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { readKey, useCall, useRead } from '../../../api/use-call.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { CallFailure } from '../../../ui/error-banner.tsx'
import { HistorySection } from '../history-section.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'

export function YourDataSection() {
  return (
    <div className="grid lg:grid-cols-2">
      <PublishedData />
      <DownloadData />
      <DeleteAccount />
      <History />
    </div>
  )
}

function History() {
  const [search] = useSearchParams()
  return (
    <div className="border-t border-line lg:col-span-2">
      <Disclosure title="History of the account" defaultOpen={search.has('page')}>
        {() => <HistorySection />}
      </Disclosure>
    </div>
  )
}

/** Opts the player out of the published data; saved at once. */
function PublishedData() {
  const id = useId()
  const call = useCall()
  const queries = useQueryClient()
  const { data, error, refetch } = useRead(getPublishedData, {})
  const save = useMutation({
    mutationFn: (included: boolean) => call(setPublishedData, { body: { included } }),
    onSuccess: (answer) => queries.setQueryData(readKey(getPublishedData), answer),
  })
  const included = save.isPending ? save.variables : data?.included
  return (
    <section className="pad border-b border-line lg:col-span-2" aria-labelledby={id}>
      <h3 id={id} className="font-bold">
        Published data
      </h3>
      <p id={`${id}-hint`} className="mute mt-2 max-w-prose">
        Plays are{' '}
        <Link className="link" to="/data">
          published for anyone to study
        </Link>
        , without names. Anybody can match them to names as long as this site shows the same plays. If you opt
        out, files without your plays replace those that had them within a day. Copies that somebody
        downloaded can't be recalled.
      </p>
      <CallFailure className="mt-3" error={save.error} sentence="Failed to save" />
      {error && !data && (
        <CallFailure
          className="mt-3"
          error={error}
          sentence="Failed to load your setting"
          onRetry={refetch}
        />
      )}
      <div className="mt-3 flex min-h-10 flex-wrap items-center gap-x-4">
        <label className="flex min-h-10 items-center gap-3">
          <input
            type="checkbox"
            role="switch"
            className="checkbox checkbox-sm"
            aria-describedby={`${id}-hint`}
            checked={included ?? false}
            aria-checked={included ?? false}
            disabled={included === undefined}
            // Not disabled while saving, because it would lose the focus.
            onChange={(event) => !save.isPending && save.mutate(event.target.checked)}
          />
          <span>Publish my plays, without my name</span>
        </label>
        <span role="status" className="mute text-sm">
          {save.isSuccess &&
            (save.data.included ? 'Saved. Your plays are included.' : 'Saved. Your plays are left out.')}
        </span>
      </div>
    </section>
  )
}
