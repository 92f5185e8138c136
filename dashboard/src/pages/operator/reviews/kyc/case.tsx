import { api, bodyOf } from '../../../../api/client.ts'
import { type Texts, useTexts } from '../../../../i18n/language.tsx'
import { QueueLine } from '../../../../parts/queue.tsx'
import { Time } from '../../../../parts/time.tsx'
import { useMe } from '../../../../session.tsx'
import { DetailPage } from '../../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../../ui/facts.tsx'
import { Link } from '../../../../ui/link.tsx'
import { useThingId } from '../../../../ui/page-at.tsx'
import { useReviews } from '../../acting.tsx'
import { History, PartnerLink } from '../../names.tsx'
import { common } from '../../words.ts'
import { kycCases } from '../statuses.ts'
import { Answers } from './answers.tsx'
import { Compared } from './compared.tsx'
import { useCaseDecisions } from './decisions.tsx'
import { Documents } from './documents.tsx'
import { Earlier } from './earlier.tsx'
import { Reviewers, useHold, useReviewerActions } from './reviewers.tsx'
import { becauseWords, type KycCase, personOf, rejectWords, stepWords } from './texts.ts'

const texts = {
  en: {
    list: 'KYC cases',
    case: 'KYC case',
    sentence: {
      pending_review: 'The customer has handed in everything. A person decides.',
      in_progress: 'The customer still has something to hand in. There is nothing to decide yet.',
      approved: 'The customer is approved.',
      rejected: 'The customer was rejected, and may start again.',
    },
    because: 'Why a person decides',
    provider: 'Identity provider',
    screened: 'Compared with lists',
    openHits: 'Undecided possible matches',
    matches: 'Is on a list',
    noHits: 'No name on a sanctions list is similar.',
    blocked: 'A name on a sanctions list is similar. Decide about that match first: approving is refused until then.',
    hit: 'Possible match',
    due: 'Verified again by',
    rejected: 'Rejected because',
    sentBack: 'Sent back earlier',
    screening: 'Screening',
  },
  ro: {
    list: 'Cazuri KYC',
    case: 'Cazul KYC',
    sentence: {
      pending_review: 'Clientul a trimis tot. Decide o persoană.',
      in_progress: 'Clientul mai are ceva de trimis. Încă nu este nimic de decis.',
      approved: 'Clientul este aprobat.',
      rejected: 'Clientul a fost respins și poate începe din nou.',
    },
    because: 'De ce decide o persoană',
    provider: 'Furnizor de identitate',
    screened: 'Comparat cu listele',
    openHits: 'Potriviri posibile nedecise',
    matches: 'Este pe o listă',
    noHits: 'Niciun nume de pe listele de sancțiuni nu seamănă cu acesta.',
    blocked:
      'Un nume de pe o listă de sancțiuni seamănă cu acesta. Decide întâi despre el: aprobarea este refuzată până atunci.',
    hit: 'Potrivire posibilă',
    due: 'Se verifică din nou până la',
    rejected: 'Respins pentru că',
    sentBack: 'Trimis înapoi mai devreme',
    screening: 'Screening',
  },
} satisfies Texts<unknown>

/** Everything about one customer on one page, and the decision. */
export default function CasePage() {
  const reviews = useReviews()
  const t = useTexts(texts)
  const decisions = useCaseDecisions()
  const reviewers = useReviewerActions()
  const me = `staff ${useMe().id}`
  const id = useThingId()
  useHold(id)
  return (
    <>
      <QueueLine
        queueKey={['kyc', 'queue']}
        id={id}
        to={(next) => reviews('kyc', next)}
        load={async (signal) => {
          const query = { status: 'pending_review', size: 100 } as const
          const { data, total } = await bodyOf(api.GET('/kyc/cases', { params: { query }, signal }))
          const waiting = data.map(({ id: one, submittedAt, createdAt, held }) => ({
            id: one,
            since: submittedAt ?? createdAt,
            isBusy: held !== undefined && held.by !== me,
          }))
          return { waiting, total }
        }}
      />
      <DetailPage<KycCase>
        detailKey={['kyc', 'case', id]}
        load={(signal) => bodyOf(api.GET('/kyc/cases/{id}', { params: { path: { id } }, signal }))}
        parent={{ title: t.list, to: reviews('kyc') }}
        id={id}
        heading={(kycCase) => ({
          title: personOf(kycCase) ?? `${t.case} ${id}`,
          tab: `${t.case} ${id}`,
          badge: <kycCases.Status status={kycCase.status} />,
          sentence: t.sentence[kycCase.status],
        })}
        actions={(kycCase) => [...decisions(kycCase), ...reviewers(kycCase)]}
        main={(kycCase) => (
          <>
            <Reviewers kycCase={kycCase} />
            <Documents kycCase={kycCase} />
            <Compared kycCase={kycCase} />
            <Answers kycCase={kycCase} />
            <CaseHistory kycCase={kycCase} />
          </>
        )}
        side={(kycCase) => (
          <>
            <Screening kycCase={kycCase} />
            <About kycCase={kycCase} />
            <Earlier kycCase={kycCase} />
            <SentBack kycCase={kycCase} />
          </>
        )}
      />
    </>
  )
}

function Screening({ kycCase: { screening } }: { kycCase: KycCase }) {
  const reviews = useReviews()
  const t = useTexts(texts)
  const { open, trueMatches, screenedAt } = screening
  const links = (ids: readonly string[]) =>
    ids.length > 0 &&
    ids.map((id) => (
      <span key={id}>
        <Link to={reviews('screening', id)}>{`${t.hit} ${id}`}</Link>{' '}
      </span>
    ))
  return (
    <Panel title={t.screening}>
      {open.length + trueMatches.length > 0 ? (
        <div className="notice bad">{t.blocked}</div>
      ) : (
        <p className="soft">{t.noHits}</p>
      )}
      <Facts
        of={[
          [t.openHits, links(open)],
          [t.matches, links(trueMatches)],
          [t.screened, screenedAt && <Time at={screenedAt} />],
        ]}
      />
    </Panel>
  )
}

function About({ kycCase }: { kycCase: KycCase }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const because = useTexts(becauseWords)
  const rejects = useTexts(rejectWords)
  const { check, customerId, partnerId, submittedAt, rejectReason, dueAt, decidedAt } = kycCase
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [t.because, check?.because.map((why) => because[why]).join(', ')],
          [t.provider, check && [check.provider, check.status].filter(Boolean).join(', ')],
          [t.rejected, rejectReason && rejects[rejectReason]],
          [c.customer, <code key="customer">{customerId}</code>],
          [c.partner, <PartnerLink key="partner" id={partnerId} />],
          [c.waitsSince, submittedAt && <Time at={submittedAt} />],
          [c.decided, decidedAt && <Time at={decidedAt} />],
          [t.due, dueAt && <Time at={dueAt} how="day" />],
        ]}
      />
    </Panel>
  )
}

function SentBack({ kycCase: { sentBack } }: { kycCase: KycCase }) {
  const t = useTexts(texts)
  const steps = useTexts(stepWords)
  const reasons: Readonly<Record<string, string>> = useTexts(rejectWords)
  if (sentBack.length === 0) return null
  return (
    <Panel title={t.sentBack}>
      <ul className="plain">
        {sentBack.map(({ step, rejectReason, sentBackAt }) => (
          <li key={`${step} ${sentBackAt}`}>
            {steps[step]}
            {rejectReason && `: ${reasons[rejectReason] ?? rejectReason}`}{' '}
            <span className="meta">
              <Time at={sentBackAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const CaseHistory = ({ kycCase: { history } }: { kycCase: KycCase }) => (
  <History of={history.map((one) => ({ ...one, status: <kycCases.Status status={one.status} /> }))} />
)
