import {
  ArrowLeftRight,
  Code,
  CreditCard,
  Landmark,
  Layers,
  LayoutDashboard,
  ScanFace,
  Settings,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react'
import { testTools } from '../common/test-tools/nav.ts'
import type { NavEntry } from '../page.ts'

export const partnerNav: readonly NavEntry[] = [
  { path: '', title: { en: 'Home', ro: 'Acasă' }, icon: LayoutDashboard, key: 'h' },
  {
    path: 'customers',
    title: { en: 'Customers', ro: 'Clienți' },
    icon: Users,
    permission: 'customers:read',
    key: 'c',
  },
  { path: 'accounts', title: { en: 'Accounts', ro: 'Conturi' }, icon: Landmark, permission: 'accounts:read', key: 'o' },
  {
    path: 'reviews',
    title: { en: 'Reviews', ro: 'Verificări' },
    icon: ScanFace,
    children: [
      { path: 'reviews/kyc', title: { en: 'KYC cases', ro: 'Cazuri KYC' }, permission: 'kyc:read', key: 'k' },
      {
        path: 'reviews/screening',
        title: { en: 'Screening', ro: 'Screening' },
        permission: 'screening:review',
      },
      { path: 'reviews/deposits', title: { en: 'Deposits', ro: 'Depuneri' }, permission: 'topups:review' },
      {
        path: 'reviews/approvals',
        title: { en: 'Approvals', ro: 'Aprobări' },
        permission: 'approvals:read',
        key: 'a',
      },
    ],
  },
  { path: 'cards', title: { en: 'Cards', ro: 'Carduri' }, icon: CreditCard, permission: 'cards:read', key: 'd' },
  {
    path: 'transactions',
    title: { en: 'Transactions', ro: 'Tranzacții' },
    icon: ArrowLeftRight,
    children: [
      {
        path: 'transactions/card',
        title: { en: 'Card transactions', ro: 'Tranzacții cu carduri' },
        permission: 'transactions:read',
        key: 't',
      },
      {
        path: 'transactions/challenges',
        title: { en: '3-D Secure', ro: '3-D Secure' },
        permission: 'challenges:read',
        key: 's',
      },
      { path: 'transactions/disputes', title: { en: 'Disputes', ro: 'Contestații' }, permission: 'disputes:read' },
    ],
  },
  { path: 'topups', title: { en: 'Topups', ro: 'Alimentări' }, icon: Wallet, permission: 'topups:read', key: 'u' },
  {
    path: 'webhooks',
    title: { en: 'Webhooks', ro: 'Webhook-uri' },
    icon: Webhook,
    permission: 'webhooks:read',
    children: [
      { path: 'webhooks/events', title: { en: 'Events', ro: 'Evenimente' }, key: 'n' },
      { path: 'webhooks/grader', title: { en: 'Grader', ro: 'Evaluator' } },
      { path: 'webhooks/endpoint', title: { en: 'Endpoint', ro: 'Adresa' }, permission: 'partners:read' },
    ],
  },
  {
    path: 'programme',
    title: { en: 'Programme', ro: 'Program' },
    icon: Layers,
    permission: 'programmes:read',
    children: [
      { path: 'programme/products', title: { en: 'Card products', ro: 'Produse de card' } },
      { path: 'programme/settings', title: { en: 'Settings', ro: 'Setări' } },
    ],
  },
  {
    path: 'developers',
    title: { en: 'Developers', ro: 'Dezvoltatori' },
    icon: Code,
    children: [
      { path: 'developers/keys', title: { en: 'Keys', ro: 'Chei' }, permission: 'partners:read' },
      { path: 'developers/requests', title: { en: 'Requests', ro: 'Cereri' }, permission: 'requests:read' },
      { path: 'developers/reference', title: { en: 'API reference', ro: 'Referința API' } },
      {
        path: 'developers/sender',
        title: { en: 'Test sender', ro: 'Expeditor de test' },
        permission: 'webhooks:read',
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
      { path: 'settings/team', title: { en: 'Team', ro: 'Echipa' }, permission: 'staff:read' },
      { path: 'settings/audit', title: { en: 'Audit log', ro: 'Jurnal de audit' }, permission: 'audit:read' },
    ],
  },
]
