export function deferred(): [happened: Promise<void>, happen: () => void] {
  let happen = () => {}
  const happened = new Promise<void>((resolve) => {
    happen = resolve
  })
  return [happened, happen]
}
