export interface Bisection<Item> {
  /** Tries items together. */
  together(items: readonly Item[]): Promise<void>
  /** What is done about the one that fails alone. */
  alone(item: Item, error: unknown): Promise<void>
  /** Whether an error says nothing of the items: it is thrown. */
  isOfAll(error: unknown): boolean
}

/** Tries a batch whole; when it fails, its halves, in their order, until the item that is to blame is alone. */
export async function bisect<Item>(items: readonly Item[], how: Bisection<Item>): Promise<void> {
  try {
    await how.together(items)
  } catch (error) {
    if (how.isOfAll(error)) throw error
    const [only] = items
    if (only !== undefined && items.length === 1) return how.alone(only, error)
    const middle = Math.ceil(items.length / 2)
    await bisect(items.slice(0, middle), how)
    await bisect(items.slice(middle), how)
  }
}
