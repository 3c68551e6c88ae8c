import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Metrics {
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
  /** In the text format that Prometheus reads. */
  render(): string
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** One route, method and status: how many requests fell into each bucket (the last is +Inf), and their sum. */
interface Series {
  labels: string
  counts: number[]
  sum: number
}

/** Each service has its own, so that two in one process (as in tests) do not share counts. */
export function createMetrics(): Metrics {
  const byRoute = new Map<string, Map<string, Map<number, Series>>>()
  const all: Series[] = []
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()

  function seriesOf(method: string, route: string, status: number): Series {
    const series = byRoute.get(route)?.get(method)?.get(status)
    if (series) return series
    const labels = `method="${method}",route="${escaped(route)}",status="${status}"`
    const fresh = { labels, counts: new Array(BUCKETS.length + 1).fill(0), sum: 0 }
    const byMethod = byRoute.get(route) ?? new Map<string, Map<number, Series>>()
    const byStatus = byMethod.get(method) ?? new Map<number, Series>()
    byRoute.set(route, byMethod.set(method, byStatus.set(status, fresh)))
    all.push(fresh)
    return fresh
  }

  return {
    observeRequest({ method, route, status, seconds }) {
      const series = seriesOf(method, route, status)
      let bucket = 0
      while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] as number)) bucket++
      series.counts[bucket] = (series.counts[bucket] as number) + 1
      series.sum += seconds
    },
    render: () => [...requestLines(all), ...processLines(loop.percentile(99) / 1e9)].join('\n').concat('\n'),
  }
}

function requestLines(all: Series[]): string[] {
  const name = 'icebot_http_request_seconds'
  const lines = [`# HELP ${name} How long requests took, by route and status.`, `# TYPE ${name} histogram`]
  for (const { labels, counts, sum } of all) {
    let count = 0
    counts.forEach((inBucket, i) => {
      count += inBucket
      lines.push(`${name}_bucket{${labels},le="${BUCKETS[i] ?? '+Inf'}"} ${count}`)
    })
    lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`)
  }
  return lines
}

/** Names and units as other exporters have them, so that ready-made dashboards work. */
function processLines(loopLagSeconds: number): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const facts: [name: string, type: string, help: string, value: number][] = [
    ['process_cpu_seconds_total', 'counter', 'CPU time spent.', (user + system) / 1e6],
    ['process_resident_memory_bytes', 'gauge', 'Memory in use.', rss],
    [
      'process_start_time_seconds',
      'gauge',
      'When the process started.',
      Date.now() / 1000 - process.uptime(),
    ],
    ['nodejs_heap_size_used_bytes', 'gauge', 'JavaScript memory in use.', heapUsed],
    [
      'nodejs_eventloop_lag_p99_seconds',
      'gauge',
      'Delay of the event loop, 99th percentile.',
      loopLagSeconds,
    ],
  ]
  return facts.flatMap(([name, type, help, value]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    `${name} ${value}`,
  ])
}

function escaped(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))
}
