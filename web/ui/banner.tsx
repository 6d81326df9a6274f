import type { bannerVariants } from '@stepledger/contracts/http/shapes/chart.ts'
import { arrowPath } from '@stepledger/contracts/look/arrow.ts'
import { hashHue, stepsOf } from '@stepledger/contracts/look/placeholder.ts'
import { type CSSProperties, useState } from 'react'
import type { z } from 'zod'

export interface BannerSource {
  readonly banner: z.infer<typeof bannerVariants> | null
  readonly bannerUrl: string | null
  readonly mdBannerUrl: string | null
  readonly smBannerUrl: string | null
}

interface Props {
  /** 16 hex digits: a chart's hash, or `nameHash` of a pack's name. */
  readonly hash: string
  readonly source: BannerSource
  /** `row`: 80 px, the small variant. `list`: the width of the class, the medium variant. `page`: full width, the medium one. */
  readonly size?: 'row' | 'list' | 'page'
  readonly className?: string
}

/** A banner in the best format that the browser supports; the step banner is the fallback. */
export function Banner({ hash, source, size = 'row', className = '' }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const small = size === 'row'
  const variants = (small ? source.banner?.sm : source.banner?.md) ?? []
  const url =
    (small ? source.smBannerUrl : source.mdBannerUrl) ?? source.bannerUrl ?? variants[0]?.url ?? null
  const width = size === 'page' ? 'w-full' : ''
  if (url === null || failed === url) {
    return (
      <span className={`bn ${width} ${className}`}>
        <StepBanner hash={hash} wide={!small} />
      </span>
    )
  }
  return (
    <picture className={`bn ${width} ${className}`}>
      {['avif', 'webp'].map((format) => {
        const variant = variants.find((v) => v.format === format)
        return variant && <source key={format} type={`image/${format}`} srcSet={variant.url} />
      })}
      <img src={url} alt="" loading={size === 'page' ? 'eager' : 'lazy'} onError={() => setFailed(url)} />
    </picture>
  )
}

/** The fallback banner: the chart's hash drawn as a step chart, in its own hue. */
function StepBanner({ hash, wide = false }: { hash: string; wide?: boolean }) {
  const style: CSSProperties & Record<'--h', number> = { '--h': hashHue(hash) }
  return (
    <svg viewBox="0 0 256 100" aria-hidden="true" style={style} preserveAspectRatio="xMidYMid slice">
      <g fill="currentColor">
        {stepsOf(hash, wide).map((step) => (
          <path key={step.transform} d={arrowPath} transform={step.transform} opacity={step.opacity} />
        ))}
      </g>
    </svg>
  )
}
