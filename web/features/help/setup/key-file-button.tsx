import { getKeyFile } from '@stepledger/contracts/http/api-keys.ts'
import { keyFileName } from '@stepledger/contracts/key-file.ts'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '../../../api/call-error.ts'
import { useCall } from '../../../api/use-call.ts'
import { ErrorBanner } from '../../../ui/error-banner.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { saveText } from '../../../ui/save-text.ts'

const failed = `Failed to download ${keyFileName}. Please ensure you are logged in and try again.`

/** Makes a key and saves it as the file that the game reads. */
export function KeyFileButton() {
  const call = useCall()
  const download = useMutation({
    mutationFn: () => call(getKeyFile, {}),
    onSuccess: (text) => saveText(keyFileName, text),
  })
  const said = download.error instanceof CallError ? download.error.said : undefined
  return (
    <>
      <button
        type="button"
        className="btn btn-sm h-10 md:h-8"
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        <Icon name="download" /> Download {keyFileName}
      </button>
      {download.isError && (
        <ErrorBanner className="mt-2" text={failed} {...(said === undefined ? {} : { detail: said })} />
      )}
      <span role="status" className={download.isSuccess ? 'ml-2 text-sm' : 'sr-only'}>
        {download.isSuccess && 'Downloaded, with a key of its own.'}
      </span>
    </>
  )
}
