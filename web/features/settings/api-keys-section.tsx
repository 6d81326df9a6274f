import {
  type ApiKey,
  createApiKey,
  deleteApiKey,
  keyFile,
  keyFileName,
  listApiKeys,
  maxApiKeys,
  renameApiKey,
} from '@stepledger/contracts/http/api-keys.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { Button, ConfirmButton, CopyButton } from '../../ui/button.tsx'
import { Time } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Empty, ErrorBanner, UnloadedRows } from '../../ui/states.tsx'
import { NameDialog } from './name-dialog.tsx'

export function ApiKeysSection() {
  const call = useCall()
  const refetchReads = useRefetch()
  const { data, error, refetch } = useRead(listApiKeys, {})
  const [shown, setShown] = useState<{ readonly id: string; readonly key: string } | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const [toRename, setToRename] = useState<ApiKey | null>(null)
  const refetchKeys = () => refetchReads([listApiKeys])

  const create = useMutation({
    mutationFn: () => call(createApiKey, { body: {} }),
    onMutate: () => setFailure(null),
    onSuccess: (answer) => {
      setShown({ id: answer.apiKey.id, key: answer.key })
      return refetchKeys()
    },
    onError: (reason) => setFailure(errorText(reason, 'Failed to create API key')),
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteApiKey, { params: { id } }),
    onMutate: () => setFailure(null),
    onSuccess: (_answer, id) => {
      if (shown?.id === id) setShown(null)
      return refetchKeys()
    },
    onError: (reason) => setFailure(errorText(reason, 'Failed to delete API key')),
  })

  const rename = async ({ id }: ApiKey, name: string) => {
    setFailure(null)
    await call(renameApiKey, { params: { id }, body: { name } })
    await refetchKeys()
    setToRename(null)
  }

  if (!data) return <UnloadedRows error={error} sentence="Failed to load API keys" onRetry={refetch} />
  const full = data.apiKeys.length >= maxApiKeys
  const button = (
    <Button
      size="large"
      variant={shown === null ? 'primary' : 'plain'}
      disabled={create.isPending || full}
      onClick={() => create.mutate()}
    >
      <Icon name="key" /> Create API Key
    </Button>
  )
  return (
    <>
      {failure && <ErrorBanner className="m-4" {...failure} />}
      {shown !== null && <NewKey apiKey={shown.key} onDone={() => setShown(null)} />}
      {data.apiKeys.length === 0 ? (
        <Empty title="No API keys" text="Your game needs an API key to send scores." action={button} />
      ) : (
        <>
          <ul>
            {data.apiKeys.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                onRename={() => setToRename(key)}
                onDelete={() => remove.mutateAsync(key.id)}
              />
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
            {button}
            {full && <p className="mute">You can have up to {maxApiKeys} API keys.</p>}
          </div>
        </>
      )}
      {toRename && (
        <NameDialog
          title="Rename API key"
          body={renameApiKey.body}
          name={toRename.name ?? ''}
          placeholder="Arcade left, at home…"
          action="Save"
          sentence="Failed to rename API key"
          onSubmit={(name) => rename(toRename, name)}
          onClose={() => setToRename(null)}
        />
      )}
    </>
  )
}

function LastUse({ apiKey: { lastUsedAt, lastUsedNetwork, lastUsedClient } }: { apiKey: ApiKey }) {
  if (lastUsedAt === null) return 'never used'
  return (
    <>
      last used <Time at={lastUsedAt} format="whole" />
      {lastUsedNetwork !== null && ` from ${lastUsedNetwork}`}
      {lastUsedClient !== null && ` by ${lastUsedClient}`}
    </>
  )
}

interface RowProps {
  readonly apiKey: ApiKey
  readonly onRename: () => void
  readonly onDelete: () => Promise<unknown>
}

function KeyRow({ apiKey, onRename, onDelete }: RowProps) {
  const { fingerprint, name, machine, createdAt } = apiKey
  const label = name ?? fingerprint
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
      <Icon name="key" className="mute" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">
          {name} <span className="mute font-mono font-normal">{fingerprint}</span>
        </p>
        <p className="mute text-xs">
          {machine === null ? 'Created' : `Linked ${machine}`} <Time at={createdAt} format="day" /> ·{' '}
          <LastUse apiKey={apiKey} />
        </p>
      </div>
      <div className="ml-auto flex gap-2">
        <Button size="small" variant="ghost" aria-label={`Rename ${label}`} onClick={onRename}>
          Rename
        </Button>
        <ConfirmButton
          size="small"
          aria-label={`Delete ${fingerprint}`}
          title="Delete API key"
          text={`Games using ${fingerprint} will no longer be able to send scores. This can't be undone.`}
          action="Delete"
          onConfirm={onDelete}
        >
          Delete
        </ConfirmButton>
      </div>
    </li>
  )
}

function NewKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  return (
    <section className="pad border-b border-line" aria-labelledby="new-key">
      <h3 id="new-key" className="font-bold">
        Your new API key
      </h3>
      <p className="mute mt-1 max-w-prose">
        This is the only time the whole key is shown. Keep it to yourself: anyone who has it can send scores
        in your name.
      </p>
      <p className="mt-3 rounded-[2px] border border-line bg-(--well) px-3 py-2.5 font-mono text-lg break-all">
        {apiKey}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="small"
          variant="primary"
          onClick={() => saveFile(keyFileName, keyFile(apiKey, window.location.origin))}
        >
          <Icon name="download" /> Download {keyFileName}
        </Button>
        <CopyButton text={apiKey} label="Copy key" withLabel />
        <Button size="small" variant="ghost" onClick={onDone}>
          Done
        </Button>
      </div>
      <p className="mute mt-3 max-w-prose text-sm">
        Put the file in your profile's folder inside the game's Save folder. Your browser may warn about
        plain-text files; this one only contains the key and this site's address.
      </p>
    </section>
  )
}
