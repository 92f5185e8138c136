import type { Reply } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'
import type { Scope } from '../../../urls.ts'

export type Person = Reply<'getStaff'>

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
} satisfies Texts<Record<Person['role'], string>>

/** Whose staff people are. */
export const ownerWords = {
  en: { platform: 'The platform', merchant: 'Merchants', partner: 'Partners' },
  ro: { platform: 'Platforma', merchant: 'Comercianți', partner: 'Parteneri' },
} satisfies Texts<Record<Person['scope']['kind'], string>>

export const scopeWords = {
  en: { platform: 'The platform', merchant: 'Merchant', partner: 'Partner' },
  ro: { platform: 'Platforma', merchant: 'Comerciant', partner: 'Partener' },
} satisfies Texts<Record<Person['scope']['kind'], string>>

/** The roles, each with what it is for. */
export const roles = {
  en: {
    owner: 'Owner: everything',
    finance: 'Finance: moves and reconciles money',
    support: 'Support: helps customers',
    developer: 'Developer: keys and addresses',
    compliance: 'Compliance: decides about people',
    'read-only': 'Read-only: sees all but secrets',
  },
  ro: {
    owner: 'Proprietar: tot',
    finance: 'Financiar: mișcă și verifică banii',
    support: 'Asistență: ajută clienții',
    developer: 'Dezvoltator: chei și adrese',
    compliance: 'Conformitate: decide despre oameni',
    'read-only': 'Doar citire: vede tot în afară de secrete',
  },
} satisfies Texts<Record<Person['role'], string>>

/** The people of the platform are its staff; those of a merchant or a partner are a team. */
export const teamPath = ({ kind }: Scope): readonly [string, string] => [
  'settings',
  kind === 'platform' ? 'staff' : 'team',
]
