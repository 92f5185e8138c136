import { type Texts, useTexts } from '../i18n/language.tsx'
import { at, scopeOf } from '../urls.ts'
import { Link } from './link.tsx'
import { usePath } from './url-state.ts'

const texts: Texts<{ waits: string; seeApproval: string }> = {
  en: {
    waits: 'A second person has to approve this first. Nothing was done yet.',
    seeApproval: 'Open the approval',
  },
  ro: {
    waits: 'Mai întâi trebuie să aprobe o a doua persoană. Încă nu s-a făcut nimic.',
    seeApproval: 'Deschide aprobarea',
  },
}

/** The approval that a call waits for, when a second person has to approve it first. */
export function approvalIn(result: unknown): string | undefined {
  const { approval } = (result ?? {}) as { approval?: { id: string } }
  return approval?.id
}

/** Says that nothing was done yet, and leads to the approval: whatever was sent, nobody takes it for done. */
export function Waiting({ approvalId }: { approvalId: string }) {
  const t = useTexts(texts)
  const scope = scopeOf(usePath())
  return (
    <div className="notice wait">
      <span>{t.waits}</span>
      {scope && <Link to={at(scope, 'reviews', 'approvals', approvalId)}>{t.seeApproval}</Link>}
    </div>
  )
}
