import { useEffect } from 'react'

/** Sets the tab's title: "Second Stage Ignition · Stepledger"; null while unknown. */
export function useDocumentTitle(title: string | null) {
  useEffect(() => {
    document.title = title === null ? 'Stepledger' : `${title} · Stepledger`
  }, [title])
}
