import { nameHash } from '@stepledger/contracts/look/name-hash.ts'
import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { Banner, type BannerSource } from './banner.tsx'

interface Props {
  readonly pack: BannerSource & { readonly id: number; readonly name: string }
  readonly className?: string
}

/** px */
const width = 240
const height = Math.round(width / 2.56) + 40
const distance = 6

/**
 * A pack by its name, linked; its banner shows while a pointer or the focus is on it, beside the link and never over
 * it.
 */
export function PackLink({ pack, className = '' }: Props) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  const show = ({ currentTarget }: PointerEvent | FocusEvent) => setPlace(placeBy(currentTarget))
  const hide = () => setPlace(null)
  useEffect(() => {
    if (place === null) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setPlace(null)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [place])
  return (
    <>
      <Link
        to={`/pack/${pack.id}`}
        className={className}
        onPointerEnter={(event) => {
          if (event.pointerType === 'mouse') show(event)
        }}
        onPointerLeave={hide}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) show(event)
        }}
        onBlur={hide}
      >
        <span className="block truncate">{pack.name}</span>
      </Link>
      {place &&
        createPortal(
          <div className="preview" style={{ ...place, width }} aria-hidden="true">
            <Banner hash={nameHash(pack.name)} source={pack} size="page" className="rounded-none" />
            <p className="truncate px-3 py-2 font-semibold">{pack.name}</p>
          </div>,
          document.body,
        )}
    </>
  )
}

/** Where on the page the preview goes: below the link, above it where the window ends. */
function placeBy(link: Element) {
  const { left, top, bottom } = link.getBoundingClientRect()
  const below = bottom + distance + height <= window.innerHeight
  const { clientWidth } = document.documentElement
  return {
    left: window.scrollX + Math.max(distance, Math.min(left, clientWidth - width - distance)),
    top: window.scrollY + (below ? bottom + distance : top - distance - height),
  }
}
