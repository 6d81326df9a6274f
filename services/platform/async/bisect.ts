interface Bisection<Item> {
  /** Processes items as one batch. */
  together(items: readonly Item[]): Promise<void>
  /** Handles an item that fails on its own. */
  alone(item: Item, error: unknown): Promise<void>
  /** Whether an error is unrelated to the items; then it is rethrown. */
  isUnrelatedToItem(error: unknown): boolean
}

/** Processes a batch; after a failure bisects it, in order, until the failing items are isolated. */
export async function bisect<Item>(items: readonly Item[], how: Bisection<Item>): Promise<void> {
  try {
    await how.together(items)
  } catch (error) {
    if (how.isUnrelatedToItem(error)) throw error
    const [only] = items
    if (only !== undefined && items.length === 1) return how.alone(only, error)
    const middle = Math.ceil(items.length / 2)
    await bisect(items.slice(0, middle), how)
    await bisect(items.slice(middle), how)
  }
}
