import type { App } from '../../src/app/compose.ts'

/** A world that counts: its figures are read from the program, or from the port when a test listens. */
export const counting = { FLORIN_METRICS_PORT: '0' } as const

export type Scrape = {
  text: string
  /** One figure; 0 when there is none. */
  of(name: string, labels?: Readonly<Record<string, string>>): number
  /** All figures of a metric, by their labels as the text has them. */
  all(name: string): Record<string, number>
}

export async function scrape({ metrics }: Pick<App, 'metrics'>): Promise<Scrape> {
  const { text } = await metrics.scrape()
  return readScrape(text)
}

export function readScrape(text: string): Scrape {
  const all = (name: string): Record<string, number> =>
    Object.fromEntries(
      text.split('\n').flatMap((line) => {
        const [, found, labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
        return found === name ? [[labels, Number(value)]] : []
      }),
    )
  const of = (name: string, labels: Readonly<Record<string, string>> = {}): number => {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    const fitting = Object.entries(all(name)).filter(([found]) => wanted.every((one) => found.includes(one)))
    return fitting.reduce((sum, [, value]) => sum + value, 0)
  }
  return { text, of, all }
}
