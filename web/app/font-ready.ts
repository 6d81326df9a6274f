/** The longest that the first paint waits for the font, ms: on a slower line the text comes in another one first. */
const patience = 300

/** Resolves once the face of Latin letters is there, so that no title changes its width after the first paint. */
export async function fontReady(fonts: FontFaceSet): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, patience))
  // What can't be loaded is not waited for.
  await Promise.race([fonts.load('1rem "Archivo Variable"').catch(() => {}), late])
}
