import { api, bodyOf, type Entry } from '../../../../api/client.ts'
import { type Texts, useTexts } from '../../../../i18n/language.tsx'
import { optionsOf } from '../../../../parts/status.tsx'
import { Time, useZoneName } from '../../../../parts/time.tsx'
import { type Column, ListPage } from '../../../../ui/list-page.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { useReviews } from '../../acting.tsx'
import { Actor } from '../../names.tsx'
import { common } from '../../words.ts'
import { usePartnerColumn, usePartnerFilter } from '../partner-parts.tsx'
import { kycCases } from '../statuses.ts'
import { becauseWords } from './texts.ts'

const texts = {
  en: {
    all: 'All',
    reviewer: 'Assigned to',
    me: 'Me',
    none: 'Nobody',
    looksAtIt: 'looks at it',
    title: 'KYC cases',
    about: 'Customers of partners whose identity a person has to decide about; who waits longest comes first.',
    case: 'Case',
    because: 'Why a person decides',
    empty: 'Nobody waits for a review',
    hint: 'A case comes here when a customer has handed in everything and the identity provider leaves the decision to you.',
  },
  ro: {
    all: 'Toate',
    reviewer: 'Atribuit',
    me: 'Mie',
    none: 'Nimănui',
    looksAtIt: 'se uită la el',
    title: 'Cazuri KYC',
    about: 'Clienți ai partenerilor despre a căror identitate decide o persoană; cine așteaptă de mai mult e primul.',
    case: 'Cazul',
    because: 'De ce decide o persoană',
    empty: 'Nimeni nu așteaptă o verificare',
    hint: 'Un caz ajunge aici când clientul a trimis tot, iar furnizorul de identitate îți lasă decizia.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listKycCases'>
const everyStatus = Object.keys(kycCases.texts.en).join(',')

export default function KycCases() {
  const reviews = useReviews()
  const t = useTexts(texts)
  const c = useTexts(common)
  const because = useTexts(becauseWords)
  const statuses = useTexts(kycCases.texts)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'case', title: t.case, cell: ({ id }) => <span className="number">{`${t.case} ${id}`}</span> },
    { name: 'status', title: c.status, cell: ({ status }) => <kycCases.Status status={status} /> },
    {
      name: 'because',
      title: t.because,
      cell: ({ check }) => check?.because.map((why) => because[why]).join(', '),
      phone: 'second',
    },
    ...usePartnerColumn<Row>(),
    {
      name: 'reviewer',
      title: t.reviewer,
      cell: ({ assignedTo, held }) => (
        <>
          {assignedTo && <Actor of={assignedTo} />}
          {held && (
            <span className="soft">
              {assignedTo && ' · '}
              <Actor of={held.by} /> {t.looksAtIt}
            </span>
          )}
        </>
      ),
      phone: 'never',
    },
    {
      name: 'waitsSince',
      title: `${c.waitsSince} (${zone})`,
      cell: ({ submittedAt, createdAt }) => <Time at={submittedAt ?? createdAt} />,
      phone: 'second',
    },
    { name: 'customer', title: c.customer, cell: ({ customerId }) => <code>{customerId}</code>, phone: 'never' },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['kyc']}
      filters={[
        {
          name: 'status',
          label: c.status,
          kind: 'choice',
          usual: 'pending_review',
          isSeveral: true,
          options: [...optionsOf(statuses), { value: 'all', label: t.all }],
        },
        {
          name: 'reviewer',
          label: t.reviewer,
          kind: 'choice',
          options: [
            { value: 'me', label: t.me },
            { value: 'nobody', label: t.none },
          ],
        },
        ...usePartnerFilter(),
        { name: 'customerId', label: c.customer, kind: 'text' },
      ]}
      columns={columns}
      load={({ status = 'pending_review', reviewer, ...search }, page, signal) => {
        const whose = reviewer && { reviewer: reviewer as 'me' | 'nobody' }
        const statuses = status.split(',').includes('all') ? everyStatus : status
        const query = { ...search, ...page, ...whose, status: statuses }
        return bodyOf(api.GET('/kyc/cases', { params: { query }, signal }))
      }}
      to={({ id }) => reviews('kyc', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
