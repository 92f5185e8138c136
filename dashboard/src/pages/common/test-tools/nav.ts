import type { NavEntry, PageAt } from '../../page.ts'

/** Below Developers of merchants and partners. */
export const testTools: readonly NavEntry[] = [
  { path: 'developers/cards', title: { en: 'Test cards', ro: 'Carduri de test' }, testOnly: true },
  { path: 'developers/clock', title: { en: 'Clock', ro: 'Ceas' }, permission: 'clock:read', testOnly: true },
  {
    path: 'developers/mailbox',
    title: { en: 'Mailbox', ro: 'Căsuța poștală' },
    permission: 'emails:read',
    testOnly: true,
  },
]

export const testToolPages: readonly PageAt[] = [
  { path: '/developers/cards', load: () => import('./cards.tsx') },
  { path: '/developers/clock', load: () => import('./clock.tsx') },
  { path: '/developers/mailbox', load: () => import('./mailbox.tsx') },
  { path: '/developers/mailbox/$id', load: () => import('./mail.tsx') },
]

/** Below Platform of the operator. */
export const platformTools: readonly NavEntry[] = [
  { path: 'platform/clock', title: { en: 'Clock', ro: 'Ceas' }, permission: 'clock:read', testOnly: true },
  {
    path: 'platform/mailbox',
    title: { en: 'Mailbox', ro: 'Căsuța poștală' },
    permission: 'emails:read',
    testOnly: true,
  },
  { path: 'platform/cards', title: { en: 'Test cards', ro: 'Carduri de test' }, testOnly: true },
]

export const platformToolPages: readonly PageAt[] = [
  { path: '/platform/clock', load: () => import('./clock.tsx') },
  { path: '/platform/mailbox', load: () => import('./mailbox.tsx') },
  { path: '/platform/mailbox/$id', load: () => import('./mail.tsx') },
  { path: '/platform/cards', load: () => import('./cards.tsx') },
]
