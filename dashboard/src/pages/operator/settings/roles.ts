import type { Reply } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'

export type Role = Reply<'getStaff'>['role']
type Kind = Reply<'getStaff'>['scope']['kind']

export const roleWords = {
  en: {
    owner: 'Owner',
    finance: 'Finance',
    support: 'Support',
    developer: 'Developer',
    compliance: 'Compliance',
    'read-only': 'Read-only',
  },
  ro: {
    owner: 'Proprietar',
    finance: 'Financiar',
    support: 'Asistență',
    developer: 'Dezvoltator',
    compliance: 'Conformitate',
    'read-only': 'Doar citire',
  },
} satisfies Texts<Record<Role, string>>

export const scopeWords = {
  en: { platform: 'The platform', merchant: 'Merchant', partner: 'Partner' },
  ro: { platform: 'Platforma', merchant: 'Comerciant', partner: 'Partener' },
} satisfies Texts<Record<Kind, string>>
