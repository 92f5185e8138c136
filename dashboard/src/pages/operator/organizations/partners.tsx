import { api, bodyOf, type Entry, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { filled, opAt, sending, useGate } from '../acting.tsx'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Partners',
    webhook: 'Webhook address',
    add: 'Add a partner',
    effect: 'It gets an API key and a signing key, which are shown once.',
    mode: 'Mode',
    once: 'These keys are shown once. Hand them over by a safe way.',
    apiKey: 'API key',
    signingKey: 'Signing key',
    copy: 'Copy',
    empty: 'No partners yet',
    hint: 'A partner issues cards to its own customers through the interface.',
  },
  ro: {
    title: 'Parteneri',
    webhook: 'Adresa pentru webhook',
    add: 'Adaugă un partener',
    effect: 'Primește o cheie API și o cheie de semnare, care se arată o singură dată.',
    mode: 'Mod',
    once: 'Aceste chei se arată o singură dată. Predă-le pe o cale sigură.',
    apiKey: 'Cheie API',
    signingKey: 'Cheie de semnare',
    copy: 'Copiază',
    empty: 'Încă nu sunt parteneri',
    hint: 'Un partener emite carduri clienților săi prin interfață.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listPartners'>

export default function Partners() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'name', title: c.name, cell: ({ name }) => name },
    {
      name: 'status',
      title: c.status,
      cell: ({ active }) => <Badge tone={active ? 'good' : 'neutral'}>{active ? c.active : c.inactive}</Badge>,
    },
    { name: 'number', title: c.number, cell: ({ id }) => id, phone: 'second' },
    { name: 'mode', title: t.mode, cell: ({ live }) => (live ? c.live : c.test), phone: 'second' },
    {
      name: 'webhook',
      title: t.webhook,
      cell: ({ webhookUrl }) => webhookUrl && <code>{webhookUrl}</code>,
      phone: 'never',
    },
    {
      name: 'created',
      title: `${c.created} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      phone: 'never',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      listKey={['partners', 'list']}
      filters={[]}
      columns={columns}
      load={(_search, page, signal) => bodyOf(api.GET('/partners', { params: { query: page }, signal }))}
      to={({ id }) => opAt('partners', id)}
      actions={<Add />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function Add() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'add',
        label: t.add,
        look: 'main',
        ...gate('partners:change'),
        spec: {
          title: t.add,
          fields: [
            { name: 'name', label: c.name, isRequired: true },
            {
              name: 'live',
              label: t.mode,
              kind: 'choice',
              options: [
                { value: 'false', label: c.test },
                { value: 'true', label: c.live },
              ],
            },
            { name: 'webhookUrl', label: t.webhook },
            reason,
          ],
          effect: t.effect,
          submit: t.add,
          run: (values, key) => bodyOf(api.POST('/partners', sending({}, filled(values), key))),
          after: (result) => <Keys of={result as Reply<'createPartner'>} />,
        },
      }}
    />
  )
}

function Keys({ of: { apiKey, signingKey } }: { of: Reply<'createPartner'> }) {
  const t = useTexts(texts)
  const shown = (key: string) => (
    <span key={key}>
      <code>{key}</code> <CopyButton text={key}>{t.copy}</CopyButton>
    </span>
  )
  return (
    <>
      <div className="notice wait">{t.once}</div>
      <Facts
        of={[
          [t.apiKey, shown(apiKey)],
          [t.signingKey, shown(signingKey)],
        ]}
      />
    </>
  )
}
