/** The longest that the first paint waits for the font, ms; on a slower connection text appears in a fallback font. */
const timeoutMs = 300

/** Resolves once the Latin font has loaded, which prevents a layout shift after the first paint. */
export async function fontReady(fonts: FontFaceSet): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs))
  // A failed font load must not block the page.
  await Promise.race([fonts.load('1rem "Archivo Variable"').catch(() => {}), timeout])
}
