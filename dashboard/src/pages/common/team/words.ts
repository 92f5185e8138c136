import type { Reply } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'

export type Person = Reply<'getStaff'>

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
