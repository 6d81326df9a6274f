// @ts-check
// The built server as its users start it, as a child of the bench: it ends with the bench, however that ends, and tells what it costs.
process.on('disconnect', () => process.exit(1))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ answer: { cpuSeconds: (user + system) / 1e6, rssBytes: process.memoryUsage().rss } })
})
await import(new URL('../../../dist/main.js', import.meta.url).href)
