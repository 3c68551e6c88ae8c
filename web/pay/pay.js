// Only adds a running clock: the page is complete without it.
const left = document.querySelector('[data-seconds]')
if (left) {
  const end = performance.now() + Number(left.dataset.seconds) * 1000
  const tick = () => {
    const seconds = Math.ceil((end - performance.now()) / 1000)
    if (seconds <= 0) return location.reload()
    if (seconds < 3600) {
      left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left to pay`
    }
    setTimeout(tick, 1000)
  }
  tick()
}
