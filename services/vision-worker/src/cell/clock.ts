/** A stopwatch that calls once when its time is over; it can be paused. */
export function startClock(secondsMax: number, onOver: () => void) {
  let leftMs = secondsMax * 1_000
  let sinceMs = performance.now()
  let timer: NodeJS.Timeout | undefined = setTimeout(onOver, leftMs)
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    stop,
    pause: (paused: boolean) => {
      if (paused === (timer === undefined)) return
      if (paused) {
        leftMs -= performance.now() - sinceMs
        return stop()
      }
      sinceMs = performance.now()
      timer = setTimeout(onOver, Math.max(0, leftMs))
    },
  }
}
