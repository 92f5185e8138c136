export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const kept = 'florin.theme'

export const theme = (): Theme => themes.find((known) => known === localStorage.getItem(kept)) ?? 'system'

/** The theme follows the system unless the person has chosen one. */
export function applyTheme(chosen: Theme = theme()): void {
  localStorage.setItem(kept, chosen)
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}
