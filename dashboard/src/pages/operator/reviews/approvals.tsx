import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { ofScope } from '../../common/of-scope.ts'
import { useReviews } from '../acting.tsx'
import { Actor } from '../names.tsx'
import { common } from '../words.ts'
import { AmountAsked, OwnerName } from './approval-parts.tsx'
import { Made } from './outcome.tsx'
import { approvalActions, approvals } from './statuses.ts'

type Row = Entry<'listApprovals'>

const texts = {
  en: {
    title: 'Approvals',
    about: 'What one person has asked for and a second one decides; the oldest first.',
    action: 'What',
    amount: 'Amount',
    owner: 'Whose affair',
    asked: 'Asked by',
    since: 'Asked',
    expires: 'Decide by',
    failed: 'It could not be done when it was tried',
    all: 'All',
    empty: 'Nothing waits for approval',
    hint: 'FLORIN_APPROVALS says what needs a second person: large refunds, payouts, KYC decisions and more.',
  },
  ro: {
    title: 'Aprobări',
    about: 'Ce a cerut o persoană și decide a doua; cele mai vechi întâi.',
    action: 'Ce',
    amount: 'Suma',
    owner: 'Al cui lucru',
    asked: 'Cerută de',
    since: 'Cerută',
    expires: 'De decis până la',
    failed: 'Nu s-a putut face când s-a încercat',
    all: 'Toate',
    empty: 'Nimic nu așteaptă aprobare',
    hint: 'FLORIN_APPROVALS spune ce are nevoie de a doua persoană: rambursări mari, viramente, decizii KYC și altele.',
  },
} satisfies Texts<unknown>

export default function Approvals() {
  const reviews = useReviews()
  const { scope } = useScope()
  const t = useTexts(texts)
  const c = useTexts(common)
  const actions = useTexts(approvalActions)
  const statuses = useTexts(approvals.texts)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'action', title: t.action, cell: ({ action }) => actions[action] },
    { name: 'amount', title: t.amount, cell: (row) => <AmountAsked of={row} />, phone: 'first' },
    { name: 'owner', title: t.owner, cell: ({ owner }) => <OwnerName of={owner} />, phone: 'second' },
    {
      name: 'status',
      title: c.status,
      cell: (row) => (
        <>
          <approvals.Status status={row.status} />
          <div className="meta">{row.status === 'used' ? <Made approval={row} /> : row.failure && t.failed}</div>
        </>
      ),
    },
    {
      name: 'asked',
      title: t.asked,
      cell: ({ requestedBy, requestReason }) => (
        <>
          <Actor of={`staff ${requestedBy}`} />
          <div className="meta">{requestReason}</div>
        </>
      ),
      phone: 'second',
    },
    {
      name: 'since',
      title: `${t.since} (${zone})`,
      cell: ({ requestedAt, expiresAt }) => (
        <>
          <Time at={requestedAt} />
          <div className="meta">
            {t.expires} <Time at={expiresAt} />
          </div>
        </>
      ),
      phone: 'second',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['approvals', scope]}
      filters={[
        {
          name: 'status',
          label: c.status,
          kind: 'choice',
          usual: 'requested',
          options: [...optionsOf(statuses), { value: 'all', label: t.all }],
        },
      ]}
      columns={columns}
      load={({ status = 'requested' }, page, signal) =>
        bodyOf(
          api.GET('/approvals', {
            params: {
              query: { ...ofScope(scope, {}), ...page, ...(status !== 'all' && { status: status as Row['status'] }) },
            },
            signal,
          }),
        )
      }
      to={({ id }) => reviews('approvals', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
