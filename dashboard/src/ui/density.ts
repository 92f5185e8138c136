/** How high the rows of lists are. It belongs to the person and the browser, as the theme does. */
export const densities = ['roomy', 'dense'] as const
export type Density = (typeof densities)[number]

const kept = 'florin.density'

export const density = (): Density => densities.find((known) => known === localStorage.getItem(kept)) ?? 'roomy'

export function changeDensity(chosen: Density = density()): void {
  localStorage.setItem(kept, chosen)
  document.documentElement.dataset.density = chosen
}
