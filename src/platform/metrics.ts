import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
  render(): Promise<{ type: string; text: string }>
}

/** A registry of its own, so that two services in one process (as in tests) do not share counts. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'icebot_http_request_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  // Routes and statuses are few; finding their series by labels costs more than counting.
  const known = new Map<string, { observe(seconds: number): void }>()
  return {
    observeRequest({ method, route, status, seconds }) {
      const name = `${method} ${status} ${route}`
      let series = known.get(name)
      if (!series) {
        series = requests.labels(method, route, String(status))
        known.set(name, series)
      }
      series.observe(seconds)
    },
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}
