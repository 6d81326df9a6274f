/**
 * Moves the focus from a button that removes its item of a list to the button of the next item, else of the one before,
 * else to `otherwise`. Called before the item is removed.
 */
export function focusNeighbour(button: HTMLElement, otherwise: HTMLElement | null): void {
  const item = button.closest('li')
  const buttonOf = (other: Element | null | undefined) => other?.querySelector<HTMLElement>('button')
  const next = buttonOf(item?.nextElementSibling) ?? buttonOf(item?.previousElementSibling) ?? otherwise
  next?.focus()
}
