/**
 * Runs `act` at once, then at most once per `pause` ms. The trailing call is never dropped. Limits refetches of a chart
 * that many players play at the same time.
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
    call: () => {
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
