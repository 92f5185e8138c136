import {
  Building2,
  CreditCard,
  Handshake,
  HeartPulse,
  Landmark,
  MessageSquareWarning,
  Settings,
  ShieldAlert,
  SlidersHorizontal,
  UserCheck,
} from 'lucide-react'
import { platformTools } from '../common/test-tools/nav.ts'
import type { NavEntry } from '../page.ts'

export const operatorNav: readonly NavEntry[] = [
  { path: '', title: { en: 'Health', ro: 'Stare' }, icon: HeartPulse, key: 'h' },
  {
    path: 'merchants',
    title: { en: 'Merchants', ro: 'Comercianți' },
    icon: Building2,
    permission: 'merchants:read',
    key: 'm',
  },
  {
    path: 'partners',
    title: { en: 'Partners', ro: 'Parteneri' },
    icon: Handshake,
    permission: 'partners:read',
    key: 'a',
  },
  {
    path: 'payments',
    title: { en: 'Payments', ro: 'Plăți' },
    icon: CreditCard,
    permission: 'transactions:read',
    key: 'p',
  },
  {
    path: 'reviews',
    title: { en: 'Reviews', ro: 'Verificări' },
    icon: UserCheck,
    children: [
      { path: 'reviews/kyc', title: { en: 'KYC', ro: 'KYC' }, permission: 'kyc:read', key: 'k' },
      {
        path: 'reviews/approvals',
        title: { en: 'Approvals', ro: 'Aprobări' },
        permission: 'approvals:read',
        key: 'v',
      },
      {
        path: 'reviews/uncertain',
        title: { en: 'Uncertain', ro: 'Nesigure' },
        permission: 'transactions:read',
        key: 'i',
      },
      {
        path: 'reviews/screening',
        title: { en: 'Screening', ro: 'Screening' },
        permission: 'screening:review',
        key: 's',
      },
      {
        path: 'reviews/lists',
        title: { en: 'Sanctions lists', ro: 'Liste de sancțiuni' },
        permission: 'screening:read',
      },
      { path: 'reviews/deposits', title: { en: 'Deposits', ro: 'Depuneri' }, permission: 'topups:review' },
    ],
  },
  {
    path: 'disputes',
    title: { en: 'Disputes', ro: 'Contestații' },
    icon: MessageSquareWarning,
    children: [
      { path: 'disputes/events', title: { en: 'Events', ro: 'Evenimente' }, permission: 'disputes:read', key: 'd' },
      {
        path: 'disputes/cards',
        title: { en: 'Of our cards', ro: 'Ale cardurilor noastre' },
        permission: 'disputes:read',
      },
    ],
  },
  {
    path: 'money',
    title: { en: 'Money', ro: 'Bani' },
    icon: Landmark,
    children: [
      { path: 'money/books', title: { en: 'Books', ro: 'Registre' }, permission: 'books:read', key: 'b' },
      {
        path: 'money/breaks',
        title: { en: 'Reconciliation', ro: 'Reconciliere' },
        permission: 'settlements:read',
        key: 'r',
      },
      { path: 'money/payouts', title: { en: 'Payouts', ro: 'Viramente' }, permission: 'settlements:read', key: 'n' },
      { path: 'money/verify', title: { en: 'Verify', ro: 'Verificare' }, permission: 'books:read', key: 'y' },
      { path: 'money/files', title: { en: 'Bank files', ro: 'Fișiere bancare' }, permission: 'settlements:read' },
      {
        path: 'money/reports',
        title: { en: 'Acquirer reports', ro: 'Rapoarte bănci acceptatoare' },
        permission: 'settlements:read',
      },
      {
        path: 'money/network',
        title: { en: 'Network reports', ro: 'Rapoarte rețele' },
        permission: 'settlements:read',
      },
      {
        path: 'money/invoices',
        title: { en: 'Fee invoices', ro: 'Facturi de comision' },
        permission: 'settlements:read',
      },
    ],
  },
  {
    path: 'abuse',
    title: { en: 'Abuse', ro: 'Abuzuri' },
    icon: ShieldAlert,
    children: [
      { path: 'abuse/attacks', title: { en: 'Attacks', ro: 'Atacuri' }, permission: 'limits:read' },
      { path: 'abuse/limits', title: { en: 'Limits', ro: 'Limite' }, permission: 'limits:read', key: 'l' },
      { path: 'abuse/blocks', title: { en: 'Blocks', ro: 'Blocări' }, permission: 'limits:read' },
    ],
  },
  {
    path: 'platform',
    title: { en: 'Platform', ro: 'Platformă' },
    icon: SlidersHorizontal,
    children: [
      {
        path: 'platform/connectors',
        title: { en: 'Connectors', ro: 'Conectori' },
        permission: 'routing:read',
        key: 'c',
      },
      {
        path: 'platform/connections',
        title: { en: 'Connections', ro: 'Conexiuni' },
        permission: 'connectors:read',
      },
      {
        path: 'platform/refused-requests',
        title: { en: 'Refused by acquirers', ro: 'Refuzate de acceptatori' },
        permission: 'connectors:read',
      },
      {
        path: 'platform/totals',
        title: { en: 'Totals of hosts', ro: 'Totaluri ale gazdelor' },
        permission: 'connectors:read',
      },
      {
        path: 'platform/inbound-webhooks',
        title: { en: 'Webhooks of processors', ro: 'Webhookuri ale procesatorilor' },
        permission: 'connectors:read',
      },
      { path: 'platform/routing', title: { en: 'Routing', ro: 'Rutare' }, permission: 'routing:read', key: 'u' },
      { path: 'platform/pricing', title: { en: 'Pricing', ro: 'Prețuri' }, permission: 'pricing:read' },
      { path: 'platform/keys', title: { en: 'Master keys', ro: 'Chei principale' }, permission: 'keys:read' },
      {
        path: 'platform/products',
        title: { en: 'Card products', ro: 'Produse de card' },
        permission: 'programmes:read',
      },
      { path: 'platform/mail', title: { en: 'Parked e-mails', ro: 'E-mailuri oprite' }, permission: 'emails:read' },
      ...platformTools,
    ],
  },
  {
    path: 'settings',
    title: { en: 'Settings', ro: 'Setări' },
    icon: Settings,
    isAtFoot: true,
    children: [
      { path: 'settings/staff', title: { en: 'Staff', ro: 'Personal' }, permission: 'staff:read' },
      {
        path: 'settings/configuration',
        title: { en: 'Configuration', ro: 'Configurare' },
        permission: 'configuration:read',
      },
      { path: 'settings/audit', title: { en: 'Audit log', ro: 'Jurnal de audit' }, permission: 'audit:read' },
    ],
  },
]
