import type { PageAt } from '../page.ts'

/** The pages of a partner, below `/p/{id}`. */
export const partnerPages: readonly PageAt[] = [{ path: '/', load: () => import('./home.tsx') }]
