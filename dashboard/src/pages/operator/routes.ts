import type { PageAt } from '../page.ts'

/** The pages of the operator, below `/op`. */
export const operatorPages: readonly PageAt[] = [
  { path: '/', load: () => import('./home.tsx') },
  { path: '/reviews/kyc', load: () => import('./reviews/kyc/list.tsx') },
  { path: '/reviews/kyc/$id', load: () => import('./reviews/kyc/case.tsx') },
  { path: '/reviews/approvals', load: () => import('./reviews/approvals.tsx') },
  { path: '/reviews/approvals/$id', load: () => import('./reviews/approval.tsx') },
]
