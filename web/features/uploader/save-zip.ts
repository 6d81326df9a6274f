/** How long the browser may take to begin with the file, ms. */
const patience = 60_000

/** Hands a zip to the browser as a file to be saved. */
export function saveZip(name: string, zip: Blob) {
  const address = URL.createObjectURL(zip)
  const link = document.createElement('a')
  link.href = address
  link.download = `${name.trim()}.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), patience)
}
