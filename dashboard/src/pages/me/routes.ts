import type { PageAt } from '../page.ts'

/** The pages of the person, below `/me`. */
export const myPages: readonly PageAt[] = [
  { path: '/security', load: () => import('./security.tsx') },
  { path: '/exports', load: () => import('./exports.tsx') },
]
