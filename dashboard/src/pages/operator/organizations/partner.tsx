import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { at, withSearch } from '../../../urls.ts'
import { changedOver, opAt, sending, textsIn, useGate } from '../acting.tsx'
import { common } from '../words.ts'

type Partner = Reply<'getPartner'>

const texts = {
  en: {
    list: 'Partners',
    own: 'Open the pages of the partner',
    products: 'Its card products',
    audit: 'Its audit log',
    mode: 'Mode',
    webhook: 'Webhook address',
    retries: 'Webhook retries',
    retryWords: { documented: 'As documented', long: 'For longer' },
    decision: 'Decision address',
    deadline: 'Decision deadline (ms)',
    fallback: 'Without a decision',
    fallbackWords: { approve: 'Approve', decline: 'Decline' },
    effect: 'What is left empty of the addresses is removed.',
    stop: 'Stop',
    stopEffect: 'Every call of the partner is refused, and its cards are declined, until it is started again.',
    start: 'Start again',
    startEffect: 'The partner works again.',
  },
  ro: {
    list: 'Parteneri',
    own: 'Deschide paginile partenerului',
    products: 'Produsele lui de card',
    audit: 'Jurnalul lui de audit',
    mode: 'Mod',
    webhook: 'Adresa pentru webhook',
    retries: 'Reîncercări de webhook',
    retryWords: { documented: 'Ca în documentație', long: 'Mai mult timp' },
    decision: 'Adresa pentru decizii',
    deadline: 'Termenul unei decizii (ms)',
    fallback: 'Fără o decizie',
    fallbackWords: { approve: 'Aprobă', decline: 'Refuză' },
    effect: 'Adresele lăsate goale se șterg.',
    stop: 'Oprește',
    stopEffect: 'Fiecare apel al partenerului este refuzat, iar cardurile lui sunt respinse, până când este repornit.',
    start: 'Repornește',
    startEffect: 'Partenerul lucrează din nou.',
  },
} satisfies Texts<unknown>

export default function PartnerPage() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const actions = usePartnerActions()
  const id = useThingId()
  return (
    <DetailPage<Partner>
      detailKey={['partner', id]}
      load={(signal) => bodyOf(api.GET('/partners/{partnerId}', { params: { path: { partnerId: id } }, signal }))}
      parent={{ title: t.list, to: opAt('partners') }}
      id={id}
      heading={({ name, active }) => ({
        title: name,
        tab: name,
        badge: <Badge tone={active ? 'good' : 'neutral'}>{active ? c.active : c.inactive}</Badge>,
        sentence: (
          <>
            <Link to={at({ kind: 'partner', id })}>{t.own}</Link> ·{' '}
            <Link to={withSearch(opAt('platform', 'products'), { partnerId: id })}>{t.products}</Link> ·{' '}
            <Link to={withSearch(opAt('settings', 'audit'), { ownerKind: 'partner', ownerId: id })}>{t.audit}</Link>
          </>
        ),
      })}
      actions={actions}
      main={(partner) => <About of={partner} />}
    />
  )
}

function About({ of: partner }: { of: Partner }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { webhookUrl, decisionUrl } = partner
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [t.mode, partner.live ? c.live : c.test],
          [t.webhook, webhookUrl && <code>{webhookUrl}</code>],
          [t.retries, t.retryWords[partner.webhookRetries]],
          [t.decision, decisionUrl && <code>{decisionUrl}</code>],
          [t.deadline, decisionUrl && partner.decisionDeadlineMs],
          [t.fallback, decisionUrl && t.fallbackWords[partner.decisionFallback]],
          [c.created, <Time key="created" at={partner.createdAt} />],
        ]}
      />
    </Panel>
  )
}

function usePartnerActions(): (partner: Partner) => Action[] {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  const options = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }))
  return (partner) => {
    const { id, name, webhookUrl = '', webhookRetries, decisionUrl = '', decisionFallback, active } = partner
    const decisionDeadlineMs = String(partner.decisionDeadlineMs)
    const names = ['name', 'webhookUrl', 'webhookRetries', 'decisionUrl', 'decisionDeadlineMs', 'decisionFallback']
    const send = (values: object, key: string) =>
      bodyOf(api.PATCH('/partners/{partnerId}', sending({ partnerId: id }, values, key)))
    const label = active ? t.stop : t.start
    return [
      {
        name: 'change',
        label: c.change,
        ...gate('partners:change'),
        spec: {
          title: `${c.change}: ${name}`,
          fields: [
            { name: 'name', label: c.name, first: name, isRequired: true },
            { name: 'webhookUrl', label: t.webhook, first: webhookUrl },
            {
              name: 'webhookRetries',
              label: t.retries,
              kind: 'choice',
              first: webhookRetries,
              options: options(t.retryWords),
            },
            { name: 'decisionUrl', label: t.decision, first: decisionUrl },
            { name: 'decisionDeadlineMs', label: t.deadline, kind: 'number', first: decisionDeadlineMs },
            {
              name: 'decisionFallback',
              label: t.fallback,
              kind: 'choice',
              first: decisionFallback,
              options: options(t.fallbackWords),
            },
            reason,
          ],
          effect: t.effect,
          submit: c.change,
          run: (values, key, first) => send(changedOver(values, first), key),
          theirs: async () =>
            textsIn(await bodyOf(api.GET('/partners/{partnerId}', { params: { path: { partnerId: id } } })), names),
        },
      },
      {
        name: 'active',
        label,
        ...gate('partners:change'),
        spec: {
          title: `${label}: ${name}`,
          fields: [reason],
          effect: active ? t.stopEffect : t.startEffect,
          submit: label,
          isDangerous: active,
          run: (values, key) => send({ ...values, active: String(!active) }, key),
        },
      },
    ]
  }
}
