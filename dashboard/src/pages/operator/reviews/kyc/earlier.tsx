import { type Texts, useTexts } from '../../../../i18n/language.tsx'
import { Time } from '../../../../parts/time.tsx'
import { Panel } from '../../../../ui/facts.tsx'
import { Link } from '../../../../ui/link.tsx'
import { useReviews } from '../../acting.tsx'
import { Actor } from '../../names.tsx'
import { kycCases } from '../statuses.ts'
import { type KycCase, rejectWords } from './texts.ts'

const texts = {
  en: { title: 'Other cases of this customer', case: 'Case' },
  ro: { title: 'Alte cazuri ale acestui client', case: 'Cazul' },
} satisfies Texts<unknown>

/** What was decided about the same customer before, by whom and why. */
export function Earlier({ kycCase: { earlier } }: { kycCase: KycCase }) {
  const t = useTexts(texts)
  const rejects = useTexts(rejectWords)
  const reviews = useReviews()
  if (earlier.length === 0) return null
  return (
    <Panel title={t.title}>
      <ul className="plain">
        {earlier.map(({ id, status, rejectReason, decidedAt, decidedBy, reason }) => (
          <li key={id}>
            <Link to={reviews('kyc', id)}>{`${t.case} ${id}`}</Link> <kycCases.Status status={status} />
            {rejectReason && ` ${rejects[rejectReason]}`}{' '}
            <span className="meta">
              {decidedBy && <Actor of={decidedBy} />} {decidedAt && <Time at={decidedAt} />}
              {reason && ` “${reason}”`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
