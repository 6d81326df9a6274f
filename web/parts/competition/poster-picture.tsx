import { posterSize } from '@stepledger/contracts/competition/poster.ts'

interface Props {
  readonly url: string
  readonly className?: string
  /** Whether it is loaded only near the visible part of the page. */
  readonly lazy?: boolean
}

/** The picture of an event's poster, beside its name. The aspect ratio is fixed, so that nothing moves when it loads. */
export function PosterPicture({ url, className = '', lazy = false }: Props) {
  return (
    <img
      src={url}
      alt=""
      {...posterSize}
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      className={`poster-picture ${className}`}
    />
  )
}
