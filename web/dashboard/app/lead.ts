const LOCK = 'icebot.notify'
const CHANNEL = 'icebot.notify'
/** Without locks, how long a tab waits for another one to be quicker. */
const WAIT_MS = 400

/**
 * Of all open tabs one tells what happened: the one touched last, because only a page that was touched can be heard.
 * `claim` answers whether this tab is to tell it.
 */
export function createLead(): {
  claim: (id: string) => Promise<boolean>
  touched: () => void
  end: () => void
} {
  return 'locks' in navigator ? byLock() : byCall()
}

function byLock(): ReturnType<typeof createLead> {
  let leads = false
  let isEnded = false
  let release = () => {}

  function queue(steal: boolean): void {
    const held = navigator.locks.request(LOCK, { steal }, () => {
      if (isEnded) return
      leads = true
      return new Promise<void>((resolve) => {
        release = resolve
      })
    })
    // Another tab was touched and leads now; this one waits until that is gone.
    held.catch(() => {
      leads = false
      if (!isEnded) queue(false)
    })
  }

  queue(false)
  return {
    claim: async () => leads,
    touched() {
      if (!leads) queue(true)
    },
    end() {
      isEnded = true
      leads = false
      release()
    },
  }
}

/** Locks need https or localhost; a shop in its own network may have neither. Who calls out first tells it. */
function byCall(): ReturnType<typeof createLead> {
  const told = new Set<string>()
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => told.add(String(data))
  return {
    async claim(id) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * WAIT_MS))
      if (told.has(id)) return false
      told.add(id)
      channel.postMessage(id)
      return true
    },
    touched() {},
    end: () => channel.close(),
  }
}
