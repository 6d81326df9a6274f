import { browserSupportsWebAuthn, WebAuthnAbortService } from '@simplewebauthn/browser'
import {
  deletePasskey,
  listPasskeys,
  maxPasskeys,
  type Passkey,
  type PasskeyTransport,
  renamePasskey,
} from '@stepledger/contracts/http/passkeys.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ErrorText, errorText } from '../../api/call-error.ts'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { addPasskey } from '../../sign-in/passkeys.ts'
import { Button, ConfirmButton } from '../../ui/button.tsx'
import { Time } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty, ErrorBanner, UnloadedRows } from '../../ui/states.tsx'
import { NameDialog } from './name-dialog.tsx'

const placeholder = 'Phone, blue security key…'

export function PasskeysSection() {
  const call = useCall()
  const refetchReads = useRefetch()
  const { data, error, refetch } = useRead(listPasskeys, {})
  const [adding, setAdding] = useState(false)
  const [toRename, setToRename] = useState<Passkey | null>(null)
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const refetchPasskeys = () => refetchReads([listPasskeys])

  const add = async (name: string) => {
    setFailure(null)
    await addPasskey(call, name)
    await refetchPasskeys()
    setAdding(false)
  }
  const stopAdding = () => {
    WebAuthnAbortService.cancelCeremony()
    setAdding(false)
  }
  const rename = async ({ id }: Passkey, name: string) => {
    setFailure(null)
    await call(renamePasskey, { params: { id }, body: { name } })
    await refetchPasskeys()
    setToRename(null)
  }
  const remove = useMutation({
    mutationFn: (id: string) => call(deletePasskey, { params: { id } }),
    onMutate: () => setFailure(null),
    onSuccess: refetchPasskeys,
    onError: (reason) => setFailure(errorText(reason, 'Failed to delete passkey')),
  })

  if (!data)
    return <UnloadedRows error={error} sentence="Failed to load passkey information" onRetry={refetch} />
  const { passkeys } = data
  const full = passkeys.length >= maxPasskeys
  const addButton = browserSupportsWebAuthn() ? (
    <Button size="large" variant="primary" disabled={full} onClick={() => setAdding(true)}>
      <Icon name="key" /> Add Passkey
    </Button>
  ) : (
    <p className="mute">Passkeys are not supported on this device or browser.</p>
  )
  return (
    <>
      {failure && <ErrorBanner className="m-4" {...failure} />}
      {passkeys.length === 0 ? (
        <Empty
          title="No passkeys"
          text="Passkeys let you sign in with your fingerprint, face or PIN instead of a password."
          action={addButton}
        />
      ) : (
        <>
          <ul>
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setToRename(passkey)}
                onDelete={() => remove.mutateAsync(passkey.id)}
              />
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-3 border-t border-line p-4">
            {addButton}
            <p className="mute">
              {full ? `You can have up to ${maxPasskeys} passkeys.` : 'Sign in without a password.'}
            </p>
          </div>
        </>
      )}
      {adding && (
        <NameDialog
          title="Add passkey"
          body={renamePasskey.body}
          placeholder={placeholder}
          action="Continue"
          sentence="Failed to register passkey"
          onSubmit={add}
          onClose={stopAdding}
        />
      )}
      {toRename && (
        <NameDialog
          title="Rename passkey"
          body={renamePasskey.body}
          placeholder={placeholder}
          name={toRename.name ?? ''}
          action="Save"
          sentence="Failed to rename passkey"
          onSubmit={(name) => rename(toRename, name)}
          onClose={() => setToRename(null)}
        />
      )}
    </>
  )
}
const transportLabels: Readonly<Record<PasskeyTransport, string>> = {
  internal: 'built in',
  hybrid: 'phone nearby',
  cable: 'phone nearby',
  usb: 'USB',
  nfc: 'NFC',
  ble: 'Bluetooth',
  'smart-card': 'smart card',
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onDelete: () => Promise<unknown>
}

function PasskeyRow({ passkey, onRename, onDelete }: PasskeyRowProps) {
  const { createdAt, lastUsedAt, deviceType, transports } = passkey
  const name = passkey.name ?? 'Passkey'
  const kind = deviceType === 'multiDevice' ? 'synced' : 'on one device'
  const how = [kind, ...new Set(transports.map((transport) => transportLabels[transport]))].join(', ')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
      <Icon name="key" className="mute" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{name}</p>
        <p className="mute text-xs">
          Added <Time at={createdAt} format="day" /> ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={lastUsedAt} format="whole" />
            </>
          )}{' '}
          · {how}
        </p>
      </div>
      <div className="ml-auto flex gap-2">
        <Button size="small" variant="ghost" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <ConfirmButton
          size="small"
          aria-label={`Delete ${name}`}
          title="Delete passkey"
          text={`You won't be able to sign in with “${passkey.name ?? 'this passkey'}” anymore. Your device may still offer it, so delete it there too.`}
          action="Delete"
          onConfirm={onDelete}
        >
          Delete
        </ConfirmButton>
      </div>
    </li>
  )
}
