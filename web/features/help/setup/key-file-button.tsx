import { getKeyFile } from '@stepledger/contracts/http/api-keys.ts'
import { keyFileName } from '@stepledger/contracts/key-file.ts'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '../../../api/call-error.ts'
import { useCall } from '../../../api/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorBanner } from '../../../ui/error-banner.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { saveText } from '../../../ui/save-text.ts'

const failed = `Failed to download ${keyFileName}. Please ensure you are logged in and try again.`

/** Creates a key and downloads it as the game's configuration file. */
export function KeyFileButton() {
  const call = useCall()
  const download = useMutation({
    mutationFn: () => call(getKeyFile, {}),
    onSuccess: (text) => saveText(keyFileName, text),
  })
  const serverText = download.error instanceof CallError ? download.error.serverText : undefined
  return (
    <>
      <Button size="small" disabled={download.isPending} onClick={() => download.mutate()}>
        <Icon name="download" /> Download {keyFileName}
      </Button>
      {download.isError && (
        <ErrorBanner
          className="mt-2"
          text={failed}
          {...(serverText === undefined ? {} : { detail: serverText })}
        />
      )}
      <span role="status" className={download.isSuccess ? 'ml-2 text-sm' : 'sr-only'}>
        {download.isSuccess && 'Downloaded with a new key.'}
      </span>
    </>
  )
}
