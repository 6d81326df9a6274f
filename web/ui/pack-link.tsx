import { nameHash } from '@stepledger/contracts/look/name-hash.ts'
import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { Banner, type BannerSource } from './banner.tsx'

interface Props {
  readonly pack: BannerSource & { readonly id: number; readonly name: string }
  readonly className?: string
}

/** Preview size and its gap to the link, px. */
const width = 240
const height = Math.round(width / 2.56) + 40
const gap = 6

/** A link to a pack. Its banner is previewed on hover and keyboard focus, beside the link and never over it. */
export function PackLink({ pack, className = '' }: Props) {
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null)
  const show = ({ currentTarget }: PointerEvent | FocusEvent) => setPosition(positionNear(currentTarget))
  const hide = () => setPosition(null)
  useEffect(() => {
    if (position === null) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setPosition(null)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [position])
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
      {position &&
        createPortal(
          <div className="preview" style={{ ...position, width }} aria-hidden="true">
            <Banner hash={nameHash(pack.name)} source={pack} size="page" className="rounded-none" />
            <p className="truncate px-3 py-2 font-semibold">{pack.name}</p>
          </div>,
          document.body,
        )}
    </>
  )
}

/** The preview's position on the page: below the link, or above it when there is no room below. */
function positionNear(link: Element) {
  const { left, top, bottom } = link.getBoundingClientRect()
  const below = bottom + gap + height <= window.innerHeight
  const { clientWidth } = document.documentElement
  return {
    left: window.scrollX + Math.max(gap, Math.min(left, clientWidth - width - gap)),
    top: window.scrollY + (below ? bottom + gap : top - gap - height),
  }
}
