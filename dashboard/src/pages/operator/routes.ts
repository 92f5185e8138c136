import type { PageAt } from '../page.ts'

/** The pages of the operator, below `/op`. */
export const operatorPages: readonly PageAt[] = [{ path: '/', load: () => import('./home.tsx') }]
