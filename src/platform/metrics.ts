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
  return {
    observeRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status }, seconds),
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}
