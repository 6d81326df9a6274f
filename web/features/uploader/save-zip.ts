/** Delay before the object URL is revoked, ms; the browser may start the download late. */
const revokeDelay = 60_000

/** Downloads a zip. */
export function saveZip(name: string, zip: Blob) {
  const address = URL.createObjectURL(zip)
  const link = document.createElement('a')
  link.href = address
  link.download = `${name.trim()}.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeDelay)
}
