import { useEffect } from 'react'

/** Names the page in the tab: "Second Stage Ignition · Stepledger"; null while the name is not known. */
export function useDocumentTitle(title: string | null) {
  useEffect(() => {
    document.title = title === null ? 'Stepledger' : `${title} · Stepledger`
  }, [title])
}
