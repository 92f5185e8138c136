import { useTexts } from '../../../i18n/language.tsx'
import { type AuditedDeed, Audit as Deeds } from '../../../parts/events.tsx'
import { Actor } from '../actor.tsx'
import { auditActions } from './words.ts'

/** The entries of the audit about one thing, with the names of people, in words. */
export function Audit({ of }: { of: readonly AuditedDeed[] }) {
  const actions = useTexts(auditActions)
  return <Deeds of={of} who={(actor) => <Actor of={actor} />} what={(action) => actions[action] ?? action} />
}
