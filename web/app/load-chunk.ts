export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/** The timeout for loading a chunk, ms. */
const timeoutMs = 15_000

/** Loads a lazy chunk. Throws ChunkError on failure or timeout. */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('The page took too long to load.')), timeoutMs)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(error instanceof Error ? error.message : '')
  } finally {
    clearTimeout(timer)
  }
}
