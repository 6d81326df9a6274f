/** A part of the program did not arrive. */
export class PartError extends Error {
  override readonly name = 'PartError'
}

/** Until a part is given up, ms. */
const patience = 15_000

/**
 * Fetches a part of the program; throws PartError when it fails, or takes too long: a page must not stay empty for
 * ever.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PartError('It took too long.')), patience)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    throw error instanceof PartError ? error : new PartError(error instanceof Error ? error.message : '')
  } finally {
    clearTimeout(timer)
  }
}
