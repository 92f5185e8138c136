import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { walletNames } from '../../../parts/brand.ts'
import { durationsText } from '../../../parts/durations.ts'
import { useMoney } from '../../../parts/money.tsx'
import { usePageLanguages } from '../../../parts/page-preview.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { at } from '../../../urls.ts'
import { useGate } from '../../common/acting.tsx'
import { Actor } from '../../common/actor.tsx'
import { isDefault, useDefaults } from './defaults.ts'
import { useLastChanges } from './last-changes.ts'
import { type Group, groups, siteTexts } from './site-fields.ts'
import { SiteKeys } from './site-keys.tsx'

const texts = {
  en: {
    sites: 'Sites',
    change: 'Change settings',
    paymentPage: 'Payment page',
    price: 'Price',
    priceOf: (amount: string, net: string, fee: string) =>
      `Of a payment of ${amount} you receive ${net}; the fee is ${fee}.`,
    priceRule: (percent: string, fixed: string) =>
      `${percent} of the amount and ${fixed}. Other cards may have other prices; each payment says its own.`,
    live: 'Live',
    test: 'Test',
    publicKey: 'Public key',
  },
  ro: {
    sites: 'Magazine',
    change: 'Schimbă setările',
    paymentPage: 'Pagina de plată',
    price: 'Preț',
    priceOf: (amount: string, net: string, fee: string) =>
      `Dintr-o plată de ${amount} primești ${net}; comisionul este ${fee}.`,
    priceRule: (percent: string, fixed: string) =>
      `${percent} din sumă și ${fixed}. Alte carduri pot avea alte prețuri; fiecare plată îl spune pe al ei.`,
    live: 'Real',
    test: 'Test',
    publicKey: 'Cheie publică',
  },
} satisfies Texts<unknown>

type Settings = Reply<'getSiteSettings'>

export default function SitePage() {
  const t = useTexts(texts)
  const id = useThingId()
  const gate = useGate()
  const { scope } = useScope()
  return (
    <DetailPage<Settings>
      detailKey={['site', id]}
      load={(signal) => bodyOf(api.GET('/sites/{siteId}/settings', { params: { path: { siteId: id } }, signal }))}
      parent={{ title: t.sites, to: at(scope, 'sites') }}
      id={id}
      heading={({ name, live, publicKey }) => ({
        title: name,
        tab: name,
        badge: <Badge tone={live ? 'good' : 'wait'}>{live ? t.live : t.test}</Badge>,
        sentence: (
          <>
            {t.publicKey}: <code>{publicKey}</code>
          </>
        ),
      })}
      ways={({ id: siteId }) => [
        {
          label: t.change,
          to: at(scope, 'sites', siteId, 'edit'),
          ...gate('sites:change'),
        },
        { label: t.paymentPage, to: `${at(scope, 'settings', 'payment-page')}?site=${siteId}` },
      ]}
      main={(site) => (
        <>
          {groups.map((group) => (
            <SettingsGroup key={group.name} group={group} site={site} />
          ))}
          <Price site={site} />
          <SiteKeys siteId={site.id} />
        </>
      )}
    />
  )
}

/** The value of a setting as people say it. */
function useShown(): (name: string, value: unknown) => string {
  const { yes, no } = useTexts(siteTexts)
  const { language } = useLanguage()
  const languages = usePageLanguages()
  return (name, value) => {
    if (typeof value === 'boolean') return value ? yes : no
    if (Array.isArray(value)) return value.map((one: string) => walletNames[one] ?? one).join(', ')
    if (name === 'language') return languages.find((one) => one.value === value)?.label ?? String(value)
    return name === 'retrySchedule' ? durationsText(language, String(value)) : String(value ?? '')
  }
}

/** Settings that belong together, as they are. */
function SettingsGroup({ group, site }: { group: Group; site: Settings }) {
  const words = useTexts(siteTexts)
  const values = site as unknown as Readonly<Record<string, unknown>>
  const { logo } = site
  const changes = useLastChanges(site.id)
  const defaults = useDefaults()
  const shown = useShown()
  return (
    <Panel title={words.groups[group.name] ?? group.name}>
      <Facts
        of={group.fields.map(({ name }) => [
          words.fields[name] ?? name,
          <Fragment key={name}>
            {name === 'logo' && logo !== undefined ? (
              <img src={logo} alt="" width={40} height={40} />
            ) : (
              shown(name, values[name]) || '—'
            )}
            {defaults && !isDefault(defaults, name, values[name]) && (
              <span className="meta"> · {words.byDefault(shown(name, defaults[name]) || words.none)}</span>
            )}
            <ChangedBy change={changes.get(name)} />
          </Fragment>,
        ])}
      />
    </Panel>
  )
}

/** Who changed a setting last, and when. */
function ChangedBy({ change }: { change: { actor: string; at: string } | undefined }) {
  if (!change) return null
  return (
    <span className="meta">
      {' '}
      · <Actor of={change.actor} />, <Time at={change.at} how="day" />
    </span>
  )
}

/** What the site is charged, said of an amount that everybody can calculate with. */
function Price({ site: { id, currencies } }: { site: Settings }) {
  const t = useTexts(texts)
  const may = useMay()
  const money = useMoney()
  // Sites of merchants take the currencies of the merchant interface.
  const currency = (currencies[0] ?? 'EUR') as 'EUR'
  const { data } = useQuery({
    queryKey: ['site', id, 'price', currency],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/pricing/try', { params: { query: { siteId: id, amount: '100.00', currency } }, signal })),
    enabled: may('pricing:read'),
    retry: false,
  })
  if (!data) return null
  const { amount, fee, net, basisPoints, fixed } = data
  const percent = `${(basisPoints / 100).toFixed(2)} %`
  return (
    <Panel title={t.price}>
      <p>{t.priceOf(money(amount, currency), money(net, currency), money(fee, currency))}</p>
      <p className="soft">{t.priceRule(percent, money(fixed, currency))}</p>
    </Panel>
  )
}
