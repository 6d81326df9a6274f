import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'

/** What a player may do with all that is kept: have it, or have it deleted. */
export function YourDataSection() {
  return (
    <div className="grid lg:grid-cols-2">
      <DownloadData />
      <DeleteAccount />
    </div>
  )
}
