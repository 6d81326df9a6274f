/**
 * Runs at once, and at most once in `pause` ms after that, however often it is asked: a chart that many play at once
 * must not be fetched again for each of their plays. The last wish is always fulfilled.
 */
export function throttle(act: () => void, pause: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const run = () => {
    again = false
    timer = setTimeout(() => {
      timer = undefined
      if (again) run()
    }, pause)
    act()
  }
  return {
    ask: () => {
      if (timer === undefined) run()
      else again = true
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  }
}
