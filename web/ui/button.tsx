import type { ComponentProps } from 'react'

/** By height, which is larger for touch: `small` in rows, `medium` above lists, `large` below forms. */
const sizes = {
  normal: '',
  small: 'btn-sm h-10 md:h-8',
  medium: 'h-10 md:h-9',
  large: 'h-11 md:h-10',
} as const
const looks = { plain: '', primary: 'btn-primary', ghost: 'btn-ghost', error: 'btn-error' } as const

export type ButtonLook = keyof typeof looks

interface Props extends ComponentProps<'button'> {
  readonly size?: keyof typeof sizes
  readonly look?: ButtonLook
}

export function Button({ size = 'normal', look = 'plain', className = '', ...button }: Props) {
  return <button type="button" className={`btn ${looks[look]} ${sizes[size]} ${className}`} {...button} />
}
