import { useQuery } from '@tanstack/react-query'
import { Icon } from '../../../ui/icon.tsx'
import { downloads } from './downloads.ts'

/** A warning if this server provides no downloads. */
export function MissingDownloads() {
  const { data } = useQuery({
    queryKey: ['public', 'downloads'],
    queryFn: async ({ signal }) => (await fetch(downloads.module, { method: 'HEAD', signal })).status,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data !== 404) return null
  return (
    <div className="err mt-3" role="note">
      <Icon name="warn" />
      <p className="!mt-0">
        This server doesn't offer the module or the theme yet. Without one of them your game can't send
        scores, unless you have <a href="#other-clients">another module</a>.
      </p>
    </div>
  )
}
