import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'
import { sending, useGate } from '../acting.tsx'
import { Actor, MerchantName, SiteName } from '../names.tsx'
import { common } from '../words.ts'
import { AddBlock } from './add-block.tsx'
import { countedBy } from './words.ts'

const texts = {
  en: {
    title: 'Blocks',
    about: 'The typed cards of who is blocked are declined without a request to their bank. Stored cards are billed.',
    what: 'What is blocked',
    where: 'Where',
    everywhere: 'Everywhere',
    sitesOf: 'All sites of',
    since: 'Since',
    until: 'Until',
    noEnd: 'No end set',
    declined: 'Declined, 7 d',
    state: 'State',
    active: 'Blocked',
    ended: 'Ended',
    all: 'All',
    end: 'End',
    endTitle: (what: string) => `End the block of ${what}`,
    effect: 'Cards are tried again within five seconds.',
    empty: 'No blocks yet',
    hint: 'Block an address, an e-mail address, a card or the first digits of cards when limits are not enough.',
  },
  ro: {
    title: 'Blocări',
    about:
      'Cardurile introduse de cine este blocat sunt respinse fără o cerere la banca lor. Cardurile salvate se încasează.',
    what: 'Ce este blocat',
    where: 'Unde',
    everywhere: 'Peste tot',
    sitesOf: 'Toate magazinele',
    since: 'Din',
    until: 'Până la',
    noEnd: 'Fără termen',
    declined: 'Respinse, 7 zile',
    state: 'Stare',
    active: 'Blocat',
    ended: 'Încheiată',
    all: 'Toate',
    end: 'Încheie',
    endTitle: (what: string) => `Încheie blocarea: ${what}`,
    effect: 'Cardurile se încearcă din nou în cinci secunde.',
    empty: 'Încă nu sunt blocări',
    hint: 'Blochează o adresă, o adresă de e-mail, un card sau primele cifre ale cardurilor când limitele nu ajung.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listBlocks'>

export default function Blocks() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const kinds = { ...useTexts(countedBy), email: c.email }
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'what', title: t.what, cell: (row) => <What of={row} /> },
    { name: 'kind', title: c.kind, cell: ({ kind }) => kinds[kind], phone: 'second' },
    {
      name: 'state',
      title: t.state,
      cell: ({ isActive }) => <Badge tone={isActive ? 'bad' : 'neutral'}>{isActive ? t.active : t.ended}</Badge>,
    },
    { name: 'where', title: t.where, cell: (row) => <Where of={row} />, phone: 'second' },
    { name: 'reason', title: c.reason, cell: (row) => <Reason of={row} />, phone: 'second' },
    { name: 'declined', title: t.declined, cell: ({ declined }) => declined, isEnd: true, phone: 'never' },
    { name: 'since', title: `${t.since} (${zone})`, cell: ({ blockedAt }) => <Time at={blockedAt} />, phone: 'never' },
    { name: 'until', title: `${t.until} (${zone})`, cell: (row) => <Until of={row} />, phone: 'second' },
    { name: 'actions', title: c.actions, isTitleUnseen: true, isEnd: true, cell: (row) => <End of={row} /> },
  ]
  const states = [
    { value: 'active', label: t.active },
    { value: 'ended', label: t.ended },
  ]
  const options = (['address', 'email', 'card', 'bin'] as const).map((value) => ({ value, label: kinds[value] }))
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['blocks']}
      filters={[
        { name: 'state', label: t.state, kind: 'choice', options: states },
        { name: 'kind', label: c.kind, kind: 'choice', options },
      ]}
      columns={columns}
      load={(search, page, signal) => bodyOf(api.GET('/blocks', { params: { query: { ...search, ...page } }, signal }))}
      actions={<AddBlock />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function What({ of: { value, merchantId, paymentId } }: { of: Row }) {
  if (merchantId === undefined || paymentId === undefined) return <code>{value}</code>
  return <Link to={at({ kind: 'merchant', id: String(merchantId) }, 'payments', paymentId)}>{value}</Link>
}

function Where({ of: { siteId, merchantId } }: { of: Row }) {
  const t = useTexts(texts)
  if (siteId !== undefined) return <SiteName id={siteId} />
  if (merchantId === undefined) return t.everywhere
  return (
    <>
      {t.sitesOf}: <MerchantName id={merchantId} />
    </>
  )
}

function Reason({ of: { reason, blockedBy } }: { of: Row }) {
  return (
    <>
      “{reason}”{' '}
      <span className="soft">
        <Actor of={blockedBy} />
      </span>
    </>
  )
}

function Until({ of: { endsAt, endedAt } }: { of: Row }) {
  const t = useTexts(texts)
  const at = endedAt ?? endsAt
  return at === undefined ? t.noEnd : <Time at={at} />
}

function End({ of: { id, value, isActive } }: { of: Row }) {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  if (!isActive) return null
  return (
    <ActionButton
      action={{
        name: 'end',
        label: t.end,
        ...gate('blocks:change'),
        spec: {
          title: t.endTitle(value),
          fields: [reason],
          effect: t.effect,
          submit: t.end,
          run: (values, key) => bodyOf(api.POST('/blocks/{blockId}/end', sending({ blockId: id }, values, key))),
        },
      }}
    />
  )
}
