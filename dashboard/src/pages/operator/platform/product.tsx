import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { changedOver, opAt, sending, textsIn, useGate } from '../acting.tsx'
import { PartnerLink } from '../names.tsx'
import { common } from '../words.ts'

type Product = Reply<'getProduct'>

const texts = {
  en: {
    list: 'Card products',
    prefix: 'First digits',
    currencies: 'Currencies',
    months: 'Valid for',
    monthsText: (count: number) => `${count} months`,
    service: 'Service code',
    markup: 'Markup on other currencies',
    markupField: 'Markup on other currencies, in percent',
    issued: 'Numbers used',
    limits: 'Limits',
    noLimits: 'No limits.',
    fees: 'Fees',
    noFees: 'No fees.',
    periods: { transaction: 'A transaction', day: 'A day', week: 'A week', month: 'A month', year: 'A year' },
    feeKinds: {
      issueVirtual: 'Virtual card',
      issuePhysical: 'Physical card',
      reissue: 'Reissue',
      month: 'Each month',
      withdrawal: 'Withdrawal',
    },
    stop: 'Stop issuing',
    stopEffect: 'No new cards. Those that are issued go on.',
    start: 'Issue again',
    startEffect: 'New cards can be issued.',
    keys: 'Keys',
    keyKinds: {
      cvk: 'Security codes (CVK)',
      pvk: 'PIN verification (PVK)',
      pin: 'PIN transport',
      signing: '3-D Secure signing',
    },
    version: 'Version',
    check: 'Check value',
    rotate: 'New key',
    rotateEffect: 'A new version is used from now on. Older ones keep working for cards that have them.',
    noKeys: 'No keys yet.',
    which: 'Which key',
  },
  ro: {
    list: 'Produse de card',
    prefix: 'Primele cifre',
    currencies: 'Monede',
    months: 'Valabil',
    monthsText: (count: number) => `${count} luni`,
    service: 'Cod de serviciu',
    markup: 'Adaos la alte monede',
    markupField: 'Adaos la alte monede, în procente',
    issued: 'Numere folosite',
    limits: 'Limite',
    noLimits: 'Fără limite.',
    fees: 'Comisioane',
    noFees: 'Fără comisioane.',
    periods: { transaction: 'Pe tranzacție', day: 'Pe zi', week: 'Pe săptămână', month: 'Pe lună', year: 'Pe an' },
    feeKinds: {
      issueVirtual: 'Card virtual',
      issuePhysical: 'Card fizic',
      reissue: 'Reemitere',
      month: 'În fiecare lună',
      withdrawal: 'Retragere',
    },
    stop: 'Oprește emiterea',
    stopEffect: 'Niciun card nou. Cele emise merg mai departe.',
    start: 'Emite din nou',
    startEffect: 'Se pot emite carduri noi.',
    keys: 'Chei',
    keyKinds: {
      cvk: 'Coduri de securitate (CVK)',
      pvk: 'Verificarea PIN (PVK)',
      pin: 'Transportul PIN',
      signing: 'Semnătura 3-D Secure',
    },
    version: 'Versiune',
    check: 'Valoare de control',
    rotate: 'Cheie nouă',
    rotateEffect: 'De acum se folosește o versiune nouă. Cele vechi merg mai departe pentru cardurile care le au.',
    noKeys: 'Încă nu sunt chei.',
    which: 'Ce cheie',
  },
} satisfies Texts<unknown>

export default function ProductPage() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const may = useMay()
  const actions = useProductActions()
  const id = useThingId()
  return (
    <DetailPage<Product>
      detailKey={['product', id]}
      load={(signal) => bodyOf(api.GET('/products/{productId}', { params: { path: { productId: id } }, signal }))}
      parent={{ title: t.list, to: opAt('platform', 'products') }}
      id={id}
      heading={({ name, active }) => ({
        title: name,
        tab: name,
        badge: <Badge tone={active ? 'good' : 'neutral'}>{active ? c.active : c.inactive}</Badge>,
      })}
      actions={actions}
      main={(product) => (
        <>
          <Terms of={product} />
          {may('keys:read') && <Keys productId={id} />}
        </>
      )}
      side={(product) => <About of={product} />}
    />
  )
}

function useProductActions(): (product: Product) => Action[] {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  return ({ id, name, active, markupPercent }) => {
    const send = (values: object, key: string) =>
      bodyOf(api.PATCH('/products/{productId}', sending({ productId: id }, values, key)))
    const label = active ? t.stop : t.start
    return [
      {
        name: 'change',
        label: c.change,
        ...gate('programmes:change'),
        spec: {
          title: `${c.change}: ${name}`,
          fields: [
            { name: 'name', label: c.name, first: name, isRequired: true },
            { name: 'markupPercent', label: t.markupField, kind: 'number', first: String(markupPercent) },
            reason,
          ],
          submit: c.change,
          run: (values, key, first) => send(changedOver(values, first), key),
          theirs: async () => {
            const now = await bodyOf(api.GET('/products/{productId}', { params: { path: { productId: id } } }))
            return textsIn(now, ['name', 'markupPercent'])
          },
        },
      },
      {
        name: 'active',
        label,
        ...gate('programmes:change'),
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

function Terms({ of: { limits, fees } }: { of: Product }) {
  const t = useTexts(texts)
  return (
    <>
      <Panel title={t.limits}>
        {limits.length === 0 && <p className="soft">{t.noLimits}</p>}
        <Facts
          of={limits.map(({ period, currency, amount }) => [
            `${t.periods[period]}, ${currency}`,
            <Money key={period} amount={amount} currency={currency} />,
          ])}
        />
      </Panel>
      <Panel title={t.fees}>
        {fees.length === 0 && <p className="soft">{t.noFees}</p>}
        <Facts
          of={fees.map(({ kind, currency, amount }) => [
            `${t.feeKinds[kind]}, ${currency}`,
            <Money key={kind} amount={amount} currency={currency} />,
          ])}
        />
      </Panel>
    </>
  )
}

/** The keys themselves never leave the server: people compare their check values. */
function Keys({ productId }: { productId: string }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { data, error, refetch } = useQuery({
    queryKey: ['product', productId, 'keys'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/products/{productId}/keys', { params: { path: { productId }, query: { size: 100 } }, signal })),
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <Panel title={t.keys} actions={<Rotate productId={productId} />}>
      {data.data.length === 0 && <p className="soft">{t.noKeys}</p>}
      {data.data.length > 0 && (
        <SmallTable
          title={t.keys}
          heads={[c.kind, t.version, t.check, c.created]}
          rows={data.data.map(({ kind, version, checkValue, createdAt }) => ({
            key: `${kind} ${version}`,
            cells: [
              t.keyKinds[kind],
              String(version),
              <code key="check">{checkValue}</code>,
              <Time key="created" at={createdAt} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function Rotate({ productId }: { productId: string }) {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  const kinds = Object.entries(t.keyKinds).map(([value, label]) => ({ value, label }))
  return (
    <ActionButton
      action={{
        name: 'rotate',
        label: t.rotate,
        ...gate('keys:rotate'),
        spec: {
          title: t.rotate,
          fields: [{ name: 'kind', label: t.which, kind: 'choice', options: kinds }, reason],
          effect: t.rotateEffect,
          submit: t.rotate,
          isDangerous: true,
          run: (values, key) => bodyOf(api.POST('/products/{productId}/keys', sending({ productId }, values, key))),
        },
      }}
    />
  )
}

function About({ of: product }: { of: Product }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [c.partner, <PartnerLink key="partner" id={product.partnerId} />],
          [t.prefix, <code key="prefix">{product.prefix}</code>],
          [t.currencies, product.currencies.join(', ')],
          [t.months, t.monthsText(product.months)],
          [t.service, <code key="service">{product.serviceCode}</code>],
          [t.markup, `${product.markupPercent} %`],
          [t.issued, `${product.numbersIssued} / ${product.numbersInAll}`],
          [c.created, <Time key="created" at={product.createdAt} />],
        ]}
      />
    </Panel>
  )
}
