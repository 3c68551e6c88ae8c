/**
 * Runs `work` whenever it is rung, never twice at a time: rung while it runs, it runs once more. What fails is tried again
 * after a while; what it is about is on the disk, so nothing is lost meanwhile.
 */
export function createBell(work, { retryMs, onTrouble }) {
  let isRunning = false
  let isRung = false
  let timer

  async function run() {
    isRunning = true
    while (isRung) {
      isRung = false
      try {
        await work()
      } catch (error) {
        onTrouble(error)
        clearTimeout(timer)
        timer = setTimeout(ring, retryMs)
      }
    }
    isRunning = false
  }

  function ring() {
    isRung = true
    if (!isRunning) run()
  }

  return ring
}
