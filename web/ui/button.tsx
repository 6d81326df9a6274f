import type { ComponentProps } from 'react'

/** By height, which is larger for touch: `small` in rows, `medium` above lists, `large` below forms. */
const sizes = {
  normal: '',
  small: 'btn-sm h-10 md:h-8',
  medium: 'h-10 md:h-9',
  large: 'h-11 md:h-10',
} as const
const variants = { plain: '', primary: 'btn-primary', ghost: 'btn-ghost', error: 'btn-error' } as const

export type ButtonVariant = keyof typeof variants

interface Props extends ComponentProps<'button'> {
  readonly size?: keyof typeof sizes
  readonly variant?: ButtonVariant
}

export function Button({ size = 'normal', variant = 'plain', className = '', ...button }: Props) {
  return (
    <button type="button" className={`btn ${variants[variant]} ${sizes[size]} ${className}`} {...button} />
  )
}
