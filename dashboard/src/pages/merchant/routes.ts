import { testToolPages } from '../common/test-tools/nav.ts'
import type { PageAt } from '../page.ts'

/** The pages of a merchant, below `/m/{id}`. Approvals have the pages of the operator. */
export const merchantPages: readonly PageAt[] = [
  { path: '/', load: () => import('./home/home.tsx') },
  { path: '/payments', load: () => import('./payments/list.tsx') },
  { path: '/payments/$id', load: () => import('./payments/detail.tsx') },
  { path: '/orders', load: () => import('./orders/list.tsx') },
  { path: '/orders/$id', load: () => import('./orders/detail.tsx') },
  { path: '/customers', load: () => import('./customers/list.tsx') },
  { path: '/customers/$id', load: () => import('./customers/detail.tsx') },
  { path: '/links', load: () => import('./links/list.tsx') },
  { path: '/links/new', load: () => import('./links/new.tsx') },
  { path: '/links/$id', load: () => import('./links/detail.tsx') },
  { path: '/disputes', load: () => import('./disputes/list.tsx') },
  { path: '/disputes/$id', load: () => import('./disputes/detail.tsx') },
  { path: '/money/balance', load: () => import('./money/balance.tsx') },
  { path: '/money/payouts', load: () => import('./money/payouts.tsx') },
  { path: '/money/payouts/$id', load: () => import('./money/payout.tsx') },
  { path: '/money/statements', load: () => import('./money/statement.tsx') },
  { path: '/money/invoices', load: () => import('./money/invoices.tsx') },
  { path: '/notifications', load: () => import('./notifications/list.tsx') },
  { path: '/notifications/$id', load: () => import('./notifications/detail.tsx') },
  { path: '/sites', load: () => import('./settings/sites.tsx') },
  { path: '/sites/$id', load: () => import('./settings/site.tsx') },
  ...testToolPages,
  { path: '/settings/team', load: () => import('../common/team/list.tsx') },
  { path: '/settings/team/$id', load: () => import('../common/team/person.tsx') },
  { path: '/settings/audit', load: () => import('../common/audit/list.tsx') },
  { path: '/reviews/approvals', load: () => import('../operator/reviews/approvals.tsx') },
  { path: '/reviews/approvals/$id', load: () => import('../operator/reviews/approval.tsx') },
]
