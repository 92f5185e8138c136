import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { inLanguageOfPage } from '../../../i18n/refusals/translate.ts'
import { QueueLine } from '../../../parts/queue.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { at } from '../../../urls.ts'
import { auditSubjects, subjectPage } from '../../common/audit/subjects.ts'
import { ofScope } from '../../common/of-scope.ts'
import { type BecauseOf, type Can, sending, useCan, useReviews } from '../acting.tsx'
import { Actor, MerchantName, PartnerName } from '../names.tsx'
import { common } from '../words.ts'
import { useApprovalTitle } from './approval-parts.tsx'
import { Outcome } from './outcome.tsx'
import { Requested } from './requested.tsx'
import { approvals } from './statuses.ts'

type Approval = Reply<'getApproval'>
type Because = BecauseOf<Approval['actions']>

const texts = {
  en: {
    list: 'Approvals',
    sentence: {
      requested: 'Nothing was done yet. After an approval, the person who asked does it.',
      approved: 'It may be done now, by the person who asked.',
      used: 'It was approved and done.',
      rejected: 'It was not done.',
      expired: 'Nobody decided, or nobody used it, in time. It was not done.',
    },
    approve: 'Approve',
    reject: 'Reject',
    withdraw: 'Withdraw',
    approveEffect: 'The person who asked may do exactly this once.',
    rejectEffect: 'It is not done. The person may ask again.',
    doIt: 'Do it now',
    doItEffect:
      'Exactly what is shown under “What would be done”, once. If something has changed since, nothing is done, and you see what.',
    because: {
      approval_by_same_person: 'You asked for this.',
      approval_by_own_token: 'You asked for this, with a token of yours.',
      approval_not_open: 'It is decided already.',
      approval_of_operator: 'Only staff of the operator decide about this.',
      approval_of_another: 'The person who asked does it.',
      approval_not_approved: 'It is not approved yet.',
      approval_not_carried_out:
        'The approval keeps no secret and no account number: make the same request once more where you asked for it.',
    } satisfies Because,
    again: 'You asked for it. Make the same request once more now, at:',
    request: { used: 'What was done', rejected: 'What was asked for', open: 'What would be done' },
    asked: 'Who asked',
    why: 'Why',
    when: 'Asked',
    until: 'Decide by',
    owner: 'Whose affair',
    subject: 'About',
    by: 'Decided by',
    decision: 'Reason of the decision',
    used: 'Done',
    platform: 'The platform',
  },
  ro: {
    list: 'Aprobări',
    sentence: {
      requested: 'Încă nu s-a făcut nimic. După aprobare, o face persoana care a cerut.',
      approved: 'Acum se poate face, de persoana care a cerut.',
      used: 'A fost aprobată și executată.',
      rejected: 'Nu s-a făcut.',
      expired: 'Nimeni nu a decis sau nu a folosit-o la timp. Nu s-a făcut.',
    },
    approve: 'Aprobă',
    reject: 'Respinge',
    withdraw: 'Retrage',
    approveEffect: 'Persoana care a cerut poate face exact aceasta, o dată.',
    rejectEffect: 'Nu se face. Persoana poate cere din nou.',
    doIt: 'Fă acum',
    doItEffect:
      'Exact ce scrie la „Ce s-ar face”, o singură dată. Dacă între timp s-a schimbat ceva, nu se face nimic și vezi ce.',
    because: {
      approval_by_same_person: 'Tu ai cerut aceasta.',
      approval_by_own_token: 'Tu ai cerut aceasta, cu un token al tău.',
      approval_not_open: 'Este deja decisă.',
      approval_of_operator: 'Doar personalul operatorului decide despre aceasta.',
      approval_of_another: 'O face persoana care a cerut.',
      approval_not_approved: 'Încă nu este aprobată.',
      approval_not_carried_out:
        'Aprobarea nu păstrează secrete sau numere de cont: fă aceeași cerere încă o dată acolo unde ai cerut-o.',
    } satisfies Because,
    again: 'Tu ai cerut-o. Fă acum aceeași cerere încă o dată, la:',
    request: { used: 'Ce s-a făcut', rejected: 'Ce s-a cerut', open: 'Ce s-ar face' },
    asked: 'Cine a cerut',
    why: 'De ce',
    when: 'Cerută',
    until: 'De decis până la',
    owner: 'Al cui lucru',
    subject: 'Despre',
    by: 'Decisă de',
    decision: 'Motivul deciziei',
    used: 'Executată',
    platform: 'Platforma',
  },
} satisfies Texts<unknown>
type Words = (typeof texts)['en']

export default function ApprovalPage() {
  const reviews = useReviews()
  const { scope } = useScope()
  const t = useTexts<Words>(texts)
  const titleOf = useApprovalTitle()
  const id = useThingId()
  const me = useMe()
  const can = useCan()
  const reason = useReasonField()
  return (
    <>
      <QueueLine
        queueKey={['approvals', 'queue', scope]}
        id={id}
        to={(next) => reviews('approvals', next)}
        load={async (signal) => {
          const query = { ...ofScope(scope, {}), status: 'requested', size: 100 } as const
          const { data, total } = await bodyOf(api.GET('/approvals', { params: { query }, signal }))
          return { waiting: data.map(({ id: one, requestedAt }) => ({ id: one, since: requestedAt })), total }
        }}
      />
      <DetailPage<Approval>
        detailKey={['approval', id]}
        load={(signal) => loadApproval(id, signal)}
        parent={{ title: t.list, to: reviews('approvals') }}
        id={id}
        heading={(approval) => ({
          title: titleOf(approval),
          tab: titleOf(approval),
          badge: <approvals.Status status={approval.status} />,
          sentence: t.sentence[approval.status],
        })}
        actions={(approval) => {
          const isMine = approval.requestedBy === me.id
          const what = titleOf(approval)
          const words = { t, reason, isMine, can, what }
          return [...doingOf(approval, words), ...decisionsOf(approval, words)]
        }}
        main={(approval) => (
          <>
            {approval.actions.carryOut.because === 'approval_not_carried_out' && <Again approval={approval} />}
            <Outcome approval={approval} />
            <Requested approval={approval} title={t.request[stageOf(approval)]} />
          </>
        )}
        side={(approval) => <About approval={approval} />}
      />
    </>
  )
}

const stageOf = ({ status }: Approval): 'used' | 'rejected' | 'open' => stages[status]
const stages = {
  requested: 'open',
  approved: 'open',
  used: 'used',
  rejected: 'rejected',
  expired: 'rejected',
} as const satisfies Record<Approval['status'], string>

async function loadApproval(id: string, signal: AbortSignal): Promise<Approval> {
  const approval = await bodyOf(api.GET('/approvals/{id}', { params: { path: { id } }, signal }))
  const { failure } = approval
  return failure ? { ...approval, failure: await inLanguageOfPage(failure) } : approval
}

type Deciding = {
  t: Words
  reason: FieldSpec
  isMine: boolean
  can: Can
  /** What was asked for, as the page is headed. */
  what: string
}

/** Who asked does what was approved. It is offered while it is open, and says why it cannot be done yet. */
function doingOf({ id, actions, requestReason }: Approval, { t, reason, can, what }: Deciding): Action[] {
  const { carryOut } = actions
  if (carryOut.because === 'approval_not_open') return []
  return [
    {
      name: 'carry-out',
      label: t.doIt,
      ...(carryOut.allowed && { look: 'main' as const }),
      ...can(carryOut, t.because),
      spec: {
        title: `${t.doIt}: ${what}`,
        fields: [{ ...reason, first: requestReason }],
        effect: t.doItEffect,
        submit: t.doIt,
        run: (values, key) => bodyOf(api.POST('/approvals/{id}/carry-out', sending({ id }, values, key))),
      },
    },
  ]
}

/** Approving is for others than who asked; rejecting is for both. */
function decisionsOf({ id, actions }: Approval, { t, reason, isMine, can, what }: Deciding): Action[] {
  return [
    {
      name: 'approve',
      label: t.approve,
      look: 'main',
      shortcut: 'a',
      ...can(actions.approve, t.because),
      spec: {
        title: `${t.approve}: ${what}`,
        fields: [reason],
        effect: t.approveEffect,
        submit: t.approve,
        run: (values, key) => bodyOf(api.POST('/approvals/{id}/approve', sending({ id }, values, key))),
      },
    },
    {
      name: 'reject',
      label: isMine ? t.withdraw : t.reject,
      shortcut: 'd',
      ...can(actions.reject, t.because),
      spec: {
        title: `${isMine ? t.withdraw : t.reject}: ${what}`,
        fields: [reason],
        effect: t.rejectEffect,
        submit: isMine ? t.withdraw : t.reject,
        isDangerous: true,
        run: (values, key) => bodyOf(api.POST('/approvals/{id}/reject', sending({ id }, values, key))),
      },
    },
  ]
}

/** The way back for who has asked, where the approval does not know all of it: the request is made there again, as it was. */
function Again({ approval: { subject, owner } }: { approval: Approval }) {
  const t = useTexts(texts)
  return (
    <p className="notice good">
      <span>
        {t.again} <Subject of={subject} owner={owner} />
      </span>
    </p>
  )
}

function About({ approval }: { approval: Approval }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { owner, subject, requestedBy, requestReason, requestedAt, expiresAt, decidedBy, decisionReason } = approval
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [t.asked, <Actor key="asked" of={`staff ${requestedBy}`} />],
          [t.why, requestReason],
          [t.when, <Time key="when" at={requestedAt} />],
          [t.until, <Time key="until" at={expiresAt} />],
          [t.owner, <Owner key="owner" of={owner} />],
          [t.subject, <Subject key="subject" of={subject} owner={owner} />],
          [t.by, decidedBy && <Actor of={`staff ${decidedBy}`} />],
          [t.decision, decisionReason],
          [c.decided, approval.decidedAt && <Time at={approval.decidedAt} />],
          [t.used, approval.usedAt && <Time at={approval.usedAt} />],
        ]}
      />
    </Panel>
  )
}

function Owner({ of: { kind, id } }: { of: Approval['owner'] }) {
  const t = useTexts(texts)
  if (kind === 'merchant') return <Link to={at({ kind, id })}>{<MerchantName id={id} />}</Link>
  if (kind === 'partner') return <Link to={at({ kind, id })}>{<PartnerName id={id} />}</Link>
  return <>{t.platform}</>
}

/** The thing itself, where it has a page. */
function Subject({ of: { type, id }, owner }: { of: Approval['subject']; owner: Approval['owner'] }) {
  const { scope } = useScope()
  const subjects = useTexts(auditSubjects)
  // Where these pages lead is the operator's.
  const page = subjectPage({ type, id }, owner, scope)
  // Whose prices they are is said beside it.
  const text = type === 'prices' ? subjects[type] : `${subjects[type] ?? type} ${id}`
  return page === undefined ? text : <Link to={page}>{text}</Link>
}
