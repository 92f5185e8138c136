import {
  Code,
  CreditCard,
  Landmark,
  LayoutDashboard,
  Link2,
  ListOrdered,
  RefreshCw,
  Scale,
  Settings,
  Users,
} from 'lucide-react'
import { testTools } from '../common/test-tools/nav.ts'
import type { NavEntry } from '../page.ts'

export const merchantNav: readonly NavEntry[] = [
  { path: '', title: { en: 'Home', ro: 'Acasă' }, icon: LayoutDashboard, key: 'h' },
  {
    path: 'payments',
    title: { en: 'Payments', ro: 'Plăți' },
    icon: CreditCard,
    permission: 'transactions:read',
    key: 'p',
  },
  {
    path: 'orders',
    search: { type: 'recurring' },
    title: { en: 'Subscriptions', ro: 'Abonamente' },
    icon: RefreshCw,
    permission: 'orders:read',
    key: 's',
  },
  { path: 'orders', title: { en: 'Orders', ro: 'Comenzi' }, icon: ListOrdered, permission: 'orders:read', key: 'o' },
  {
    path: 'customers',
    title: { en: 'Customers', ro: 'Clienți' },
    icon: Users,
    permission: 'customers:read',
    children: [
      { path: 'customers', title: { en: 'People', ro: 'Persoane' }, permission: 'customers:read', key: 'c' },
      { path: 'stored-cards', title: { en: 'Cards', ro: 'Carduri' }, permission: 'customers:read' },
    ],
  },
  { path: 'links', title: { en: 'Links', ro: 'Linkuri' }, icon: Link2, permission: 'links:read', key: 'l' },
  {
    path: 'disputes',
    title: { en: 'Disputes', ro: 'Contestații' },
    icon: Scale,
    permission: 'disputes:read',
    key: 'd',
  },
  {
    path: 'money',
    title: { en: 'Money', ro: 'Bani' },
    icon: Landmark,
    permission: 'settlements:read',
    children: [
      { path: 'money/balance', title: { en: 'Balance', ro: 'Sold' }, permission: 'settlements:read', key: 'm' },
      { path: 'money/payouts', title: { en: 'Payouts', ro: 'Viramente' }, permission: 'settlements:read' },
      { path: 'money/statements', title: { en: 'Statements', ro: 'Extrase' }, permission: 'settlements:read' },
      { path: 'money/invoices', title: { en: 'Invoices', ro: 'Facturi' }, permission: 'invoices:read' },
    ],
  },
  {
    path: 'developers',
    title: { en: 'Developers', ro: 'Dezvoltatori' },
    icon: Code,
    children: [
      {
        path: 'notifications',
        title: { en: 'Notifications', ro: 'Notificări' },
        permission: 'notifications:read',
        key: 'n',
      },
      { path: 'developers/requests', title: { en: 'Requests', ro: 'Cereri' }, permission: 'requests:read' },
      { path: 'developers/reference', title: { en: 'API reference', ro: 'Referința API' } },
      {
        path: 'developers/sender',
        title: { en: 'Test sender', ro: 'Expeditor de test' },
        permission: 'notifications:read',
      },
      ...testTools,
    ],
  },
  {
    path: 'settings',
    title: { en: 'Settings', ro: 'Setări' },
    icon: Settings,
    isAtFoot: true,
    children: [
      { path: 'sites', title: { en: 'Sites', ro: 'Magazine' }, permission: 'sites:read', key: 'w' },
      {
        path: 'settings/payment-page',
        title: { en: 'Payment page', ro: 'Pagina de plată' },
        permission: 'sites:read',
      },
      { path: 'settings/team', title: { en: 'Team', ro: 'Echipa' }, permission: 'staff:read' },
      { path: 'reviews/approvals', title: { en: 'Approvals', ro: 'Aprobări' }, permission: 'approvals:read' },
      { path: 'settings/audit', title: { en: 'Audit log', ro: 'Jurnal de audit' }, permission: 'audit:read' },
    ],
  },
]
