const STEP_MS = 20
const STEP = 320

/** Somebody on a line: silent until they say something, and listening all the time. */
export class Caller {
  heard = []
  gone = false
  #clock
  #ears
  #queue = []
  #spoken = []

  constructor(clock) {
    this.#clock = clock
    this.line = {
      listen: (ears) => {
        this.#ears = ears
        void this.#live()
      },
      send: (piece) => this.heard.push({ at: clock.now(), samples: piece.length }),
      clear() {},
      hangUp: () => {
        this.gone = true
      },
    }
  }

  /** The moment its last sound was on the line. */
  async say(audio) {
    for (let at = 0; at < audio.length; at += STEP) this.#queue.push(audio.slice(at, at + STEP))
    await new Promise((resolve) => this.#spoken.push(resolve))
    return this.#clock.now()
  }

  /** The first sound heard after that moment. */
  async answer(after, mostMs = 8_000) {
    while (this.#clock.now() - after < mostMs) {
      const first = this.heard.find(({ at }) => at > after)
      if (first) return first.at
      await this.#clock.sleep(5)
    }
    return undefined
  }

  async quiet(ms = 500) {
    let count = -1
    let since = this.#clock.now()
    while (this.#clock.now() - since < ms) {
      if (this.heard.length !== count) since = this.#clock.now()
      count = this.heard.length
      await this.#clock.sleep(20)
    }
  }

  hangUp() {
    this.gone = true
    this.#ears?.closed()
  }

  async #live() {
    const begun = this.#clock.now()
    for (let step = 0; !this.gone; step++) {
      const early = begun + step * STEP_MS - this.#clock.now()
      if (early > 0) await this.#clock.sleep(early)
      this.#ears?.sound(this.#queue.shift() ?? new Int16Array(STEP))
      if (this.#queue.length === 0) for (const done of this.#spoken.splice(0)) done()
    }
  }
}
