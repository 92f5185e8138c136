import type { Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Link } from '../../../ui/link.tsx'
import { at, merchantScope, type Scope } from '../../../urls.ts'
import { auditSubjects, subjectPage } from '../../common/audit/subjects.ts'
import { opAt } from '../acting.tsx'

type Approval = Entry<'listApprovals'>

const texts = {
  en: {
    done: 'It was done:',
    failed: 'It could not be done when it was tried:',
    outdated:
      'What it would change, or the account it would pay to, is something else by now than what was approved. Withdraw it and ask again: the new request shows what it is now.',
    still: 'Nothing was done. It is still approved, and can be tried again or withdrawn.',
    over: 'Nothing was done.',
    refund: 'Refund',
    credit: 'Credit note',
  },
  ro: {
    done: 'S-a făcut:',
    failed: 'Nu s-a putut face când s-a încercat:',
    outdated:
      'Ce s-ar schimba sau contul în care s-ar plăti este acum altceva decât ce s-a aprobat. Retrage-o și cere din nou: cererea nouă arată ce este acum.',
    still: 'Nu s-a făcut nimic. Este încă aprobată și se poate încerca din nou sau retrage.',
    over: 'Nu s-a făcut nimic.',
    refund: 'Rambursare',
    credit: 'Notă de credit',
  },
} satisfies Texts<unknown>

/** What came of an approval: the thing that was made or changed, or why it could not be done. */
export function Outcome({ approval }: { approval: Approval }) {
  const t = useTexts(texts)
  const { status, failure } = approval
  if (status === 'used')
    return (
      <p className="notice good">
        <span>
          {t.done} <Made approval={approval} />
        </span>
      </p>
    )
  if (!failure) return null
  // Trying it again would say the same.
  const isOutdated = failure.reason === 'approval_outdated'
  return (
    <div className="notice bad">
      <strong>
        {t.failed} <Time at={failure.at} />
      </strong>
      <span>{isOutdated ? t.outdated : failure.message}</span>
      <span>{status === 'approved' && !isOutdated ? t.still : t.over}</span>
    </div>
  )
}

/** The thing that was made by it, or else what it is about; a link where it has a page. */
export function Made({ approval }: { approval: Approval }) {
  const t = useTexts(texts)
  const { scope } = useScope()
  const words = useTexts(auditSubjects)
  const { action, made, subject, owner } = approval
  const { type, id } = made ?? subject
  const special = { 'refunds:create': made && t.refund, 'fee-invoices:credit': made && t.credit }
  const name = special[action as keyof typeof special] ?? words[type] ?? type
  const page = pageWithoutSubject(approval, scope) ?? subjectPage({ type, id }, owner, scope)
  const text = `${name} ${id}`
  return page === undefined ? text : <Link to={page}>{text}</Link>
}

/** Pages of what has none of its own: prices and invoices have lists, and keys are on the page of their site. */
function pageWithoutSubject({ action, subject, request, owner }: Approval, scope: Scope): string | undefined {
  const { siteId } = (request ?? {}) as { siteId?: string }
  if (action === 'keys:reveal' && siteId !== undefined) return at(merchantScope(owner.id), 'sites', siteId)
  if (scope.kind !== 'platform') return undefined
  if (action === 'pricing:change') return opAt('platform', 'pricing')
  return action === 'fee-invoices:create' ? `${opAt('money', 'invoices')}?month=${subject.id}` : undefined
}
