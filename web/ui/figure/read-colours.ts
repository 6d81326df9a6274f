/** Resolves custom properties to colours for a canvas, which knows neither `var()` nor `light-dark()`. */
export function readColours<Palette>(make: (read: (property: string) => string) => Palette): Palette {
  const probe = document.createElement('i')
  document.body.append(probe)
  const { style } = probe
  const computed = getComputedStyle(probe)
  const palette = make((property) => {
    style.color = `var(${property})`
    return computed.color
  })
  probe.remove()
  return palette
}
