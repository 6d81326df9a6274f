/** "1,204". */
export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** "1 board", "1,204 boards". */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}
